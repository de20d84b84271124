/** Where a meeting is, or why its button leads nowhere. */
export type MeetingLink = { readonly href: string } | { readonly reason: string };

/** Only addresses of the web are opened: others could run code in our page. */
export function meetingLink(url: string | null): MeetingLink {
  const text = url?.trim() ?? '';
  if (text === '') return { reason: 'Esta cita no tiene enlace de reunión.' };
  const parsed = URL.parse(text);
  return parsed?.protocol === 'https:' || parsed?.protocol === 'http:'
    ? { href: parsed.href }
    : { reason: 'El enlace de la reunión no es una dirección web.' };
}
