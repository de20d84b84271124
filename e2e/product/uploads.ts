import { makePdf } from '@simiente/server/testing/files/uploads';

export function pdfFile(name: string, title = name) {
  return { name, mimeType: 'application/pdf', buffer: makePdf(title) };
}

export function textFile(name: string) {
  return { name, mimeType: 'text/plain', buffer: Buffer.from('hola') };
}
