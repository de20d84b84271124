/** A formatter costs more to create than a thousand uses of it, and tables use it in every cell. */
const formatters = new Map<string, Intl.DateTimeFormat>();

export function formatter(
  locale: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, options);
  formatters.set(key, made);
  return made;
}
