import { extractImages, extractText, getDocumentProxy, getMeta } from 'unpdf';

/** The content of a PDF, read by another library than the one that made it. */
export async function readPdf(bytes: Uint8Array) {
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  const { totalPages, text } = await extractText(document, { mergePages: true });
  const { info } = await getMeta(document);
  const marks = await document.getMarkInfo();
  const pictures = await extractImages(document, 1);
  return {
    pages: totalPages,
    text: text.replaceAll(/\s+/g, ' '),
    title: info.Title as string,
    language: info.Language as string,
    isTagged: marks?.Marked === true,
    images: pictures.length,
  };
}
