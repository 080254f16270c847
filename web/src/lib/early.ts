/** What a page will need is asked for before the code that needs it has come: every answer is taken once. */

const asked = new Set<string>()
const answers = new Map<string, Promise<Response>>()
const sockets = new Map<string, WebSocket>()

/** A socket that nobody wanted is closed again. */
const UNWANTED = 10_000

/** Ask for something now, unless it was asked for before. */
export function fetchEarly(path: string): void {
  if (asked.has(path)) return
  asked.add(path)
  const answer = fetch(path)
  answer.catch(() => undefined) // whoever takes it hears of it
  answers.set(path, answer)
}

/** The answer to what was asked for early, or one that is asked for now. */
export function fetched(path: string): Promise<Response> {
  const answer = answers.get(path)
  answers.delete(path)
  return answer ?? fetch(path)
}

/** Whether an answer lies ready, or is on its way. */
export function isAsked(path: string): boolean {
  return answers.has(path)
}

/** Open a socket now. */
export function openEarly(address: string, protocol: string): void {
  const socket = new WebSocket(address, protocol)
  sockets.set(address, socket)
  setTimeout(() => {
    if (sockets.get(address) !== socket) return
    sockets.delete(address)
    socket.close()
  }, UNWANTED)
}

/** The socket that was opened early and is still good, or a new one. */
export function takeSocket(address: string, protocol: string): WebSocket {
  const socket = sockets.get(address)
  sockets.delete(address)
  return socket && socket.readyState <= WebSocket.OPEN ? socket : new WebSocket(address, protocol)
}
