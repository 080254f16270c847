/** Dragging a clan from the reserve to a place. A click without a way is a click. */

import type { Choices } from './choices.svelte'
import { type Clan, put } from './view'

const FAR_ENOUGH = 8

/** What is being dragged, and where it hangs on the screen. */
export class Drag {
  clan: Clan | null = $state(null)
  x = $state(0)
  y = $state(0)
  #suppress = false

  /** An attachment for the button of a clan. */
  from(clan: Clan, choices: Choices) {
    return (button: HTMLElement) => {
      const press = (event: PointerEvent) => this.#press(event, button, clan, choices)
      const click = (event: MouseEvent) => this.#click(event)
      button.addEventListener('pointerdown', press)
      button.addEventListener('click', click, true)
      return () => {
        button.removeEventListener('pointerdown', press)
        button.removeEventListener('click', click, true)
      }
    }
  }

  #press(press: PointerEvent, button: HTMLElement, clan: Clan, choices: Choices): void {
    this.#suppress = false
    if (press.button !== 0 || !choices.isOffered(put(clan, 'court'))) return
    const move = (event: PointerEvent) => {
      if (this.clan === null && Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY) < FAR_ENOUGH) return
      this.clan = choices.clan = clan
      ;[this.x, this.y] = [event.clientX, event.clientY]
    }
    const end = (event: PointerEvent) => {
      button.removeEventListener('pointermove', move)
      button.removeEventListener('pointerup', end)
      button.removeEventListener('pointercancel', end)
      if (this.clan !== null && event.type === 'pointerup') this.#drop(event, clan, choices)
      this.clan = null
    }
    button.setPointerCapture(press.pointerId)
    button.addEventListener('pointermove', move)
    button.addEventListener('pointerup', end)
    button.addEventListener('pointercancel', end)
  }

  #drop(event: PointerEvent, clan: Clan, choices: Choices): void {
    this.#suppress = true
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement | SVGElement>('[data-place]')
    const place = under?.dataset['place']
    if (place) void choices.try(put(clan, place), place === 'court' ? null : place)
  }

  /** The click that ends a drag is none. */
  #click(event: MouseEvent): void {
    if (!this.#suppress) return
    this.#suppress = false
    event.preventDefault()
    event.stopImmediatePropagation()
  }
}
