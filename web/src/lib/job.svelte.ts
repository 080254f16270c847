/** Something that takes its time and may fail: whether it is under way, and what went wrong last. */

import { type Trouble, troubleFrom } from './api'

export class Job {
  busy: boolean = $state(false)
  trouble: Trouble | null = $state.raw(null)

  /** Do it, unless something is under way already; true when it worked. */
  async run(work: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false
    this.busy = true
    this.trouble = null
    try {
      await work()
      return true
    } catch (error) {
      this.trouble = troubleFrom(error)
      return false
    } finally {
      this.busy = false
    }
  }
}
