/** What this browser remembers from visit to visit. A browser may forbid it: then it lasts as long as the page. */

const passing = new Map<string, string>()

/** What was kept under a name, or null. */
export function kept(name: string): string | null {
  try {
    return localStorage.getItem(`aachen.${name}`)
  } catch {
    return passing.get(name) ?? null
  }
}

/** Keep something under a name. */
export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`aachen.${name}`, value)
  } catch {
    passing.set(name, value)
  }
}
