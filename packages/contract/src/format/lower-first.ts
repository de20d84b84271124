/** 'volumen'; names such as 'FSH', 'pH' and 'T4' keep their capitals. */
export const lowerFirst = (text: string) =>
  /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLocaleLowerCase('es') + text.slice(1) : text;
