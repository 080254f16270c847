/** Where on the sheet we look: a scale and the place of the sheet's corner on the screen. Pure sums. */

export interface Camera {
  readonly k: number
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export const MOST_ZOOM = 3.2

/** The smallest scale: the whole sheet is in the window. */
export function leastZoom(sheet: Size, window: Size): number {
  return Math.min(window.width / sheet.width, window.height / sheet.height, MOST_ZOOM)
}

/** The same look with nothing but the sheet in the window, as far as that is possible. */
export function kept(camera: Camera, sheet: Size, window: Size): Camera {
  const k = Math.max(leastZoom(sheet, window), Math.min(MOST_ZOOM, camera.k))
  return { k, x: keptAlong(camera.x, sheet.width * k, window.width), y: keptAlong(camera.y, sheet.height * k, window.height) }
}

function keptAlong(at: number, length: number, room: number): number {
  return length <= room ? (room - length) / 2 : Math.min(0, Math.max(room - length, at))
}

/** Zoom by a factor with the point of the window staying where it is. */
export function zoomed(camera: Camera, factor: number, cx: number, cy: number, sheet: Size, window: Size): Camera {
  const k = Math.max(leastZoom(sheet, window), Math.min(MOST_ZOOM, camera.k * factor))
  const grown = k / camera.k
  return kept({ k, x: cx - (cx - camera.x) * grown, y: cy - (cy - camera.y) * grown }, sheet, window)
}

/** Move the sheet. */
export function moved(camera: Camera, dx: number, dy: number, sheet: Size, window: Size): Camera {
  return kept({ k: camera.k, x: camera.x + dx, y: camera.y + dy }, sheet, window)
}

/** A look that shows the whole box, in the middle of the window. */
export function framing(box: Box, sheet: Size, window: Size, most = MOST_ZOOM): Camera {
  const k = Math.min(window.width / (box.right - box.left), window.height / (box.bottom - box.top), most)
  const x = window.width / 2 - ((box.left + box.right) / 2) * k
  const y = window.height / 2 - ((box.top + box.bottom) / 2) * k
  return kept({ k, x, y }, sheet, window)
}

/** A look at the same scale with the point in the middle of the window. */
export function centred(camera: Camera, x: number, y: number, sheet: Size, window: Size): Camera {
  return kept({ k: camera.k, x: window.width / 2 - x * camera.k, y: window.height / 2 - y * camera.k }, sheet, window)
}

/** Whether a point of the sheet is in the window, not too near its edge. */
export function isSeen(camera: Camera, x: number, y: number, window: Size, margin = 64): boolean {
  const [sx, sy] = [x * camera.k + camera.x, y * camera.k + camera.y]
  return sx >= margin && sy >= margin && sx <= window.width - margin && sy <= window.height - margin
}

/** The box around all of them. */
export function around(boxes: readonly Box[]): Box {
  return {
    left: Math.min(...boxes.map((box) => box.left)),
    top: Math.min(...boxes.map((box) => box.top)),
    right: Math.max(...boxes.map((box) => box.right)),
    bottom: Math.max(...boxes.map((box) => box.bottom)),
  }
}

/** The box of an outline made of `M x y` and relative `l dx dy` steps, as the map builder writes them. */
export function boxOf(outline: string): Box {
  let [x, y] = [0, 0]
  const xs: number[] = []
  const ys: number[] = []
  for (const [, command, numbers] of outline.matchAll(/([MLlmz])([^MLlmzZ]*)/g)) {
    const values = (numbers ?? '').match(/-?(?:\d+\.?\d*|\.\d+)/g)?.map(Number) ?? []
    for (let i = 0; i + 1 < values.length; i += 2) {
      const relative = command === 'l' || command === 'm'
      x = values[i]! + (relative ? x : 0)
      y = values[i + 1]! + (relative ? y : 0)
      xs.push(x)
      ys.push(y)
    }
  }
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) }
}
