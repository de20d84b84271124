import { createHash } from 'node:crypto';

/** Certificates in DER. */
export interface CertificateParts {
  readonly own: Buffer;
  /** The certificates that vouch for it. */
  readonly chain: readonly Buffer[];
  /** RSA with SHA-256. */
  sign(content: Buffer): Buffer;
}

/**
 * The detached signature of some bytes: CMS (RFC 5652) with the requirements of PAdES' baseline B-B (ETSI EN 319
 * 142-1). The signed attributes name the certificate; the time is in the PDF instead.
 */
export function signedData(content: Buffer, { own, chain, sign }: CertificateParts): Buffer {
  const attributes = encodeSet([
    attribute(oids.contentType, oids.data),
    attribute(oids.messageDigest, octets(sha256(content))),
    // ESSCertIDv2 (RFC 5035), whose digest is SHA-256 by default.
    attribute(oids.signingCertificateV2, sequence(sequence(sequence(octets(sha256(own)))))),
  ]);
  const digestAlgorithm = sequence(oids.sha256);
  const signer = sequence(
    integer(1),
    sequence(...issuerAndSerial(own)),
    digestAlgorithm,
    tagged(0, attributes),
    sequence(oids.rsaEncryption, NULL),
    // The signature covers the set itself, not its tag in this structure.
    octets(sign(der(SET, attributes))),
  );
  return sequence(
    oids.signedData,
    tagged(
      0,
      sequence(
        integer(1),
        der(SET, digestAlgorithm),
        sequence(oids.data),
        tagged(0, encodeSet([own, ...chain])),
        der(SET, signer),
      ),
    ),
  );
}

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest();

const SEQUENCE = 0x30;
const SET = 0x31;
const NULL = Buffer.from([0x05, 0]);

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), body]);
  const digits = length.toString(16);
  const bytes = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 | bytes.length]), bytes, body]);
}

const sequence = (...parts: readonly Buffer[]) => der(SEQUENCE, ...parts);
const octets = (body: Buffer) => der(0x04, body);
const integer = (value: number) => der(0x02, Buffer.from([value]));
/** Context-specific and constructed. */
const tagged = (number: number, ...parts: readonly Buffer[]) => der(0xa0 | number, ...parts);
/** DER orders a set by its encoded members. */
const encodeSet = (members: readonly Buffer[]) => Buffer.concat(members.toSorted(Buffer.compare));
const attribute = (type: Buffer, value: Buffer) => sequence(type, der(SET, value));

/** Object identifiers, encoded. */
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const oids = {
  /** 1.2.840.113549.1.7.1 */
  data: oid('2a864886f70d010701'),
  /** 1.2.840.113549.1.7.2 */
  signedData: oid('2a864886f70d010702'),
  /** 1.2.840.113549.1.9.3 */
  contentType: oid('2a864886f70d010903'),
  /** 1.2.840.113549.1.9.4 */
  messageDigest: oid('2a864886f70d010904'),
  /** 1.2.840.113549.1.9.16.2.47 */
  signingCertificateV2: oid('2a864886f70d010910022f'),
  /** 1.2.840.113549.1.1.1 */
  rsaEncryption: oid('2a864886f70d010101'),
  /** 2.16.840.1.101.3.4.2.1 */
  sha256: oid('608648016503040201'),
} as const;

/** The issuer and the serial number of a certificate, as it has them. */
function issuerAndSerial(certificate: Buffer): readonly [Buffer, Buffer] {
  const body = parseChildren(parseChildren(certificate)[0]);
  // The version, which the first one lacks, is before the number.
  const [serial, , issuer] = body[0]?.[0] === 0xa0 ? body.slice(1) : body;
  if (!serial || !issuer) throw new Error('A certificate lacks its number or its issuer');
  return [issuer, serial];
}

/** The members of a constructed value, each with its header. */
function parseChildren(value: Buffer | undefined): Buffer[] {
  if (value === undefined) return [];
  const parts: Buffer[] = [];
  for (let at = parseHead(value, 0).body; at < value.length; ) {
    const { end } = parseHead(value, at);
    parts.push(value.subarray(at, end));
    at = end;
  }
  return parts;
}

/** Start and end of the body of the value at a position. */
function parseHead(bytes: Buffer, at: number): { readonly body: number; readonly end: number } {
  const first = bytes[at + 1] ?? 0;
  if (first < 0x80) return { body: at + 2, end: at + 2 + first };
  const count = first & 0x7f;
  const body = at + 2 + count;
  return { body, end: body + bytes.readUIntBE(at + 2, count) };
}
