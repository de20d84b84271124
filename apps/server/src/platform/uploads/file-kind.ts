import { open } from 'node:fs/promises';

/** The kind of a file by its first bytes, not its name. */
export type FileKind = 'pdf' | 'jpeg' | 'png' | 'webp' | 'dicom' | 'other';

const DICOM_PREAMBLE = 128;
/** Bytes within which readers look for the signature of a PDF. */
const HEAD_BYTES = 1024;

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const PDF = Buffer.from('%PDF-');
const DICOM = Buffer.from('DICM');
const RIFF = Buffer.from('RIFF');
/** After the container's signature and length. */
const WEBP_PLACE = 8;
const WEBP = Buffer.from('WEBP');

/** Some programs write a byte order mark or a line break before the signature of a PDF. */
export async function readFileKind(path: string): Promise<FileKind> {
  const head = await readHead(path);
  if (startsWith(head, JPEG)) return 'jpeg';
  if (startsWith(head, PNG)) return 'png';
  if (startsWith(head, RIFF) && startsWith(head.subarray(WEBP_PLACE), WEBP)) return 'webp';
  if (startsWith(head.subarray(DICOM_PREAMBLE), DICOM)) return 'dicom';
  if (head.includes(PDF)) return 'pdf';
  return 'other';
}

function startsWith(bytes: Buffer, signature: Buffer): boolean {
  return bytes.subarray(0, signature.length).equals(signature);
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The last bytes of a file, at most this many. */
export async function readTail(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const length = Math.min(bytes, size);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer;
  } finally {
    await file.close();
  }
}
