/**
 * ICU MessageFormat, the part of it that our sentences use; the browser's twin of `src/aachen/locales/message_format.py`.
 *
 * `{name}`, `{name, number}`, `{name, plural, =0 {…} one {…} other {…}}` with `#`, `{name, selectordinal, …}`,
 * `{name, select, red {…} other {…}}`; an apostrophe before a brace makes it literal text up to the next one.
 */

export type Facts = { readonly [key: string]: unknown }

interface Argument {
  readonly name: string
  readonly isNumber: boolean
}

interface Choice {
  readonly name: string
  readonly kind: string
  readonly messages: { readonly [selector: string]: Message }
}

type Part = string | Argument | Choice
export type Message = readonly Part[]

/** What CLDR says of one language; made when they are first needed. */
export class LanguageRules {
  readonly #locale: string
  #plural: Intl.PluralRules | undefined
  #ordinal: Intl.PluralRules | undefined
  #number: Intl.NumberFormat | undefined
  #list: Intl.ListFormat | undefined

  constructor(locale: string) {
    this.#locale = locale
  }

  /** A time of a day, as one writes it. */
  moment(at: number): string {
    return new Intl.DateTimeFormat(this.#locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at)
  }

  plural(number: number): string {
    return (this.#plural ??= new Intl.PluralRules(this.#locale)).select(number)
  }

  ordinal(number: number): string {
    return (this.#ordinal ??= new Intl.PluralRules(this.#locale, { type: 'ordinal' })).select(number)
  }

  number(number: number): string {
    return (this.#number ??= new Intl.NumberFormat(this.#locale)).format(number)
  }

  list(words: readonly string[]): string {
    return (this.#list ??= new Intl.ListFormat(this.#locale)).format(words)
  }
}

/** A message in its parts; throws where the text does not follow the format. */
export function parse(text: string): Message {
  const parser = new Parser(text)
  const message = parser.message('')
  if (parser.at < text.length) throw parser.error('a closing brace without an opening one')
  return message
}

/** A message with its arguments filled in; an argument without a value is shown as it is written. */
export function render(message: Message, facts: Facts, rules: LanguageRules): string {
  return message.map((part) => (typeof part === 'string' ? part : filled(part, facts, rules))).join('')
}

function filled(part: Argument | Choice, facts: Facts, rules: LanguageRules): string {
  const value = facts[part.name]
  if ('messages' in part) return render(chosen(part, value, rules), facts, rules)
  if (value === undefined) return `{${part.name}}`
  return part.isNumber && typeof value === 'number' ? rules.number(value) : String(value)
}

function chosen({ kind, messages }: Choice, value: unknown, rules: LanguageRules): Message {
  const other = messages['other']!
  if (kind === 'select') return messages[String(value)] ?? other
  if (typeof value !== 'number') return other
  return messages[`=${value}`] ?? messages[kind === 'plural' ? rules.plural(value) : rules.ordinal(value)] ?? other
}

class Parser {
  at = 0

  constructor(readonly text: string) {}

  error(what: string): Error {
    return new SyntaxError(`${what} at ${this.at}: ${this.text}`)
  }

  /** Parts up to the end or an unmatched closing brace; `number` is the argument that `#` stands for. */
  message(number: string): Message {
    const parts: Part[] = []
    let text = ''
    while (this.at < this.text.length && this.text[this.at] !== '}') {
      const sign = this.text[this.at]
      if (sign !== '{' && (sign !== '#' || !number)) {
        text += this.#literal(number)
        continue
      }
      if (text) parts.push(text)
      text = ''
      this.at += 1
      parts.push(sign === '{' ? this.#argument() : { name: number, isNumber: true })
    }
    return text ? [...parts, text] : parts
  }

  /** One character of text, or a quoted stretch of it. */
  #literal(number: string): string {
    const sign = this.text[this.at++]!
    const next = this.text[this.at] ?? ''
    if (sign !== "'" || !next || !(number ? "'{}#" : "'{}").includes(next)) return sign
    if (next === "'") {
      this.at += 1
      return next
    }
    const end = this.text.indexOf("'", this.at)
    const quoted = this.text.slice(this.at, end < 0 ? undefined : end)
    this.at += quoted.length + 1
    return quoted
  }

  #argument(): Argument | Choice {
    const name = this.#match(/\s*(\w+)\s*/y, 'the name of an argument')
    if (this.#take('}')) return { name, isNumber: false }
    this.#expect(',')
    const kind = this.#match(/\s*(number|plural|selectordinal|select)\s*/y, 'number, plural, selectordinal or select')
    if (kind === 'number') {
      this.#expect('}')
      return { name, isNumber: true }
    }
    this.#expect(',')
    return { name, kind, messages: this.#messages(kind === 'select' ? '' : name) }
  }

  #messages(number: string): { [selector: string]: Message } {
    const messages: { [selector: string]: Message } = {}
    while (!/\s*\}/y.test(this.text.slice(this.at))) {
      const selector = this.#match(/\s*(=\d+|\w+)\s*\{/y, 'a selector')
      messages[selector] = this.message(number)
      this.#expect('}')
    }
    this.#match(/\s*(\})/y, '}')
    if (!messages['other']) throw this.error('a choice without other')
    return messages
  }

  #match(pattern: RegExp, what: string): string {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)
    if (!found) throw this.error(`${what} is missing`)
    this.at = pattern.lastIndex
    return found[1]!
  }

  #take(sign: string): boolean {
    if (this.text[this.at] !== sign) return false
    this.at += 1
    return true
  }

  #expect(sign: string): void {
    if (!this.#take(sign)) throw this.error(`${sign} is missing`)
  }
}
