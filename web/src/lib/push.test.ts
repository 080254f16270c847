import { describe, expect, it } from 'vitest'
import { bytesOf, deviceName, endpointDigest } from './push'

describe('push', () => {
  it('reads base64url, without padding and with the signs that base64 lacks', () => {
    expect([...bytesOf('_-8')]).toEqual([0xff, 0xef])
    expect([...bytesOf('AAEC')]).toEqual([0, 1, 2])
  })

  it('calls an endpoint by its SHA-256', async () => {
    expect(await endpointDigest('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })

  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
    ['Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36', 'Chrome, Android'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0', 'Edge, Windows'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Safari/604.1', 'Safari, iPhone'],
    ['curl/8', 'Browser'],
  ])('names a device by its browser and system: %s', (agent, name) => {
    expect(deviceName(agent)).toBe(name)
  })
})
