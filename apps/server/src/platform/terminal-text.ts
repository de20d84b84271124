/** Characters that would move the cursor, colour the terminal or reverse the text. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu;

/** Escapes foreign text for one line of a terminal: control characters become codes. */
export function forTerminal(text: string): string {
  return text.replaceAll(UNPRINTABLE, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
}
