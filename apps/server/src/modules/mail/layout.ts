import { escapeHtml } from '../../platform/pages/html.ts';

export interface Message {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Content of a message, before its layout. */
export interface Content {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly link?: { readonly label: string; readonly url: string };
  /** False for a text that greets by itself. */
  readonly greets?: boolean;
  /** Below the link. */
  readonly notes: readonly string[];
}

/** Values that templates may use. Patients' data must not be among them. */
export interface MailFacts {
  /** Name of the account; null for a patient, whom a message does not name. */
  readonly name: string | null;
  /** The address of the installation. */
  readonly origin: string;
  /** IANA name of the clinic's zone. */
  readonly timeZone: string;
  /** The whole link, of messages that have one. */
  readonly url: string | null;
  /** Expiry of the link. */
  readonly until: string | null;
  /** When the reported event happened, and from where. */
  readonly at: string | null;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly code: string | null;
}

/** The one layout of every message, as text and as HTML without images or anything from elsewhere. */
export function layOut(
  { subject, paragraphs, link, notes, greets = true }: Content,
  { name, origin }: Pick<MailFacts, 'name' | 'origin'>,
): Message {
  const greeting = name === null ? 'Hola:' : `Hola, ${oneLine(name)}:`;
  const lines = greets ? [greeting, ...paragraphs] : paragraphs;
  const foot = `Este es un mensaje automático de Simiente, en ${origin}. No es necesario responderlo.`;
  return {
    subject,
    text: [
      ...lines,
      ...(link ? [`${link.label}:\n${link.url}`] : []),
      ...notes,
      `--\n${foot}`,
    ].join('\n\n'),
    html: page(
      subject,
      [
        ...lines.map(paragraph),
        ...(link ? [renderButton(link)] : []),
        ...notes.map(paragraph),
        `<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #e4e2dc;font-size:13px;line-height:18px;color:#5c6a65">${escapeHtml(foot)}</p>`,
      ].join('\n'),
    ),
  };
}

/** A name may contain anything; a message shows it in one line. */
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

const paragraph = (text: string) =>
  `<p style="margin:0 0 16px;font-size:15px;line-height:22px">${escapeHtml(text)}</p>`;

/** The address follows as text too, for programs that show no links. */
function renderButton({ label, url }: { label: string; url: string }): string {
  return `<p style="margin:0 0 16px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#1c584c;color:#ffffff;font-size:15px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;line-height:18px;color:#5c6a65;word-break:break-all">${escapeHtml(url)}</p>`;
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="es">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f9f8f4;font-family:Figtree,'Segoe UI',Helvetica,Arial,sans-serif;color:#20322e">
<div style="max-width:520px;margin:0 auto;padding:28px;border:1px solid #e4e2dc;border-radius:12px;background:#ffffff">
<p style="margin:0 0 20px;font-size:18px;font-weight:600;color:#1c584c">Simiente</p>
${body}
</div>
</body>
</html>
`;
}
