import { extractImages, extractText, getDocumentProxy, getMeta } from 'unpdf';
import { OPS } from 'unpdf/pdfjs';

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>;
type StructTree = Awaited<ReturnType<Page['getStructTree']>>;

/** The content of a PDF, read by a different library than the one that wrote it. */
export async function readPdf(bytes: Uint8Array) {
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  const { totalPages, text } = await extractText(document, { mergePages: false });
  const pageTexts = text.map((page) => page.replaceAll(/\s+/g, ' '));
  const { info } = await getMeta(document);
  const marks = await document.getMarkInfo();
  const pictures = await extractImages(document, 1);
  return {
    pages: totalPages,
    pageTexts,
    text: pageTexts.join(' '),
    title: info.Title as string,
    language: info.Language as string,
    isTagged: marks?.Marked === true,
    images: pictures.length,
  };
}

/** How the first page of a PDF is built. */
export async function inspectPdf(bytes: Uint8Array) {
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  const page = await document.getPage(1);
  return {
    /** Width and height in points. */
    size: page.view.slice(2),
    /** The tags of its structure. */
    roles: new Set(listRoles(await page.getStructTree())),
    fonts: await readFonts(page),
    /** Bounding boxes of its filled paths: left, bottom, right, top, in points. */
    filledBoxes: await readFilledBoxes(page),
  };
}

function listRoles(tree: StructTree): string[] {
  const children = tree?.children ?? [];
  return [tree.role, ...children.flatMap((child) => ('role' in child ? listRoles(child) : []))];
}

/** The fonts of a page; an embedded subset is named `ABCDEF+Name`. */
async function readFonts(page: Page): Promise<{ name: string; isEmbedded: boolean }[]> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const ids = fnArray.flatMap((operation, index) =>
    operation === OPS.setFont ? [argsArray[index][0] as string] : [],
  );
  return Array.from(new Set(ids), (id) => {
    const { name, missingFile } = page.commonObjs.get(id);
    return { name, isEmbedded: missingFile === false };
  });
}

async function readFilledBoxes(page: Page): Promise<number[][]> {
  const { fnArray, argsArray } = await page.getOperatorList();
  return fnArray.flatMap((operation, index) => {
    if (operation !== OPS.constructPath) return [];
    const [painted, [path]] = argsArray[index] as [number, [Record<number, number> | null]];
    return painted === OPS.fill && path ? getPathBoxes(Object.values(path)) : [];
  });
}

/** Path commands of pdf.js by number: 0 moves to x, y; 1 draws a line to x, y; 4 closes. */
function getPathBoxes(path: number[]): number[][] {
  const boxes: number[][] = [];
  let points: [number, number][] = [];
  for (let at = 0; at < path.length; ) {
    const command = path[at];
    if (command === 4) {
      const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
      boxes.push([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]);
      at += 1;
    } else if (command === 0 || command === 1) {
      if (command === 0) points = [];
      points.push([path[at + 1] ?? 0, path[at + 2] ?? 0]);
      at += 3;
    } else return boxes;
  }
  return boxes;
}
