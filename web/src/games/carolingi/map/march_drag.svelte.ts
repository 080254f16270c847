/** Dragging followers out of a land; fingers move the map instead, and a press without a way is a click. */

const FAR_ENOUGH = 8

/** Who is told about it. */
export interface Marches {
  mayBegin(land: string): boolean
  begin(land: string): void
  over(land: string | null): void
  drop(land: string | null): void
}

export class MarchDrag {
  /** The land that followers are dragged out of, while they are. */
  from: string | null = $state(null)
  /** Where they hang in the window. */
  x = $state(0)
  y = $state(0)
  #press: { readonly land: string; readonly x: number; readonly y: number; readonly pointer: number } | null = null

  /** Whether this press may become a drag. */
  press(event: PointerEvent, marches: Marches | undefined): boolean {
    const land = landUnder(event.target)
    if (!marches || event.pointerType === 'touch' || land === null || !marches.mayBegin(land)) return false
    this.#press = { land, x: event.clientX, y: event.clientY, pointer: event.pointerId }
    return true
  }

  /** Whether the way of this pointer is a drag, or may become one. */
  move(event: PointerEvent, marches: Marches | undefined): boolean {
    const press = this.#press
    if (!press || !marches || press.pointer !== event.pointerId) return false
    const isFar = Math.hypot(event.clientX - press.x, event.clientY - press.y) >= FAR_ENOUGH
    if (this.from === null && !isFar) return true
    if (this.from === null) marches.begin(press.land)
    this.from = press.land
    ;[this.x, this.y] = [event.clientX, event.clientY]
    marches.over(landAt(event))
    return true
  }

  /** The end of it; true if something was dragged, so that the click that follows is none. */
  end(event: PointerEvent, marches: Marches | undefined): boolean {
    if (this.#press?.pointer !== event.pointerId) return false
    const isDrag = this.from !== null
    this.#press = this.from = null
    if (isDrag) marches?.drop(event.type === 'pointerup' ? landAt(event) : null)
    return isDrag
  }
}

function landAt(event: PointerEvent): string | null {
  return landUnder(document.elementFromPoint(event.clientX, event.clientY))
}

function landUnder(target: EventTarget | null): string | null {
  return target instanceof Element ? (target.closest<SVGElement>('[data-land]')?.dataset['land'] ?? null) : null
}
