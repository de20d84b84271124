import { readFileSync } from 'node:fs';
import type { InjectOptions } from 'fastify';

/**
 * A PDF of one empty page with known bytes, encoded here.
 * @param catalog entries of its catalog
 * @param more objects, the first of them 5 0 R
 */
export function makePdf(title = 'Receta', catalog = '', more: readonly string[] = []): Buffer {
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>',
    `<< /Title (${title}) >>`,
    ...more,
  ];
  let text = '%PDF-1.7\n';
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const start = text.length;
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

/** A PDF of one page with a password. */
export const encryptedPdf = readFileSync(
  new URL('../../../../../fixtures/encrypted.pdf', import.meta.url),
);

export interface SentFile {
  readonly bytes: Uint8Array;
  readonly name?: string;
  /** The type that the sender claims, which the server ignores. */
  readonly type?: string;
}

/** A multipart form as a browser sends one. */
export async function formRequest(
  fields: Readonly<Record<string, string>>,
  file?: SentFile,
  /** Files in other fields. */
  others: Readonly<Record<string, SentFile>> = {},
): Promise<Pick<InjectOptions, 'headers' | 'payload'>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [field, sent] of Object.entries({ ...(file && { file }), ...others })) {
    const { bytes, name = 'receta.pdf', type = 'application/pdf' } = sent;
    form.append(field, new Blob([Buffer.from(bytes)], { type }), name);
  }
  const encoded = new Response(form);
  return {
    headers: {
      'content-type': encoded.headers.get('content-type') ?? '',
      'sec-fetch-site': 'same-origin',
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  };
}
