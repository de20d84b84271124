import { createHash, createPrivateKey, type KeyObject, sign, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import forge from 'node-forge';
import { StartupError } from '../system-errors.ts';
import type { PaperCertificate } from './certificate.ts';

export interface CertificateSettings {
  /** The path of a PKCS#12 file. */
  readonly file: string;
  readonly passphrase: string;
}

const MIN_BITS = 2048;

/**
 * Reads the certificate of the papers. Its period of validity is not checked.
 * @throws StartupError for an invalid PKCS#12 file, a wrong passphrase, or a key that cannot sign
 */
export function openCertificate({ file, passphrase }: CertificateSettings): PaperCertificate {
  const { key, certificates } = readBags(file, passphrase);
  const matching = certificates.find((certificate) => certificate.checkPrivateKey(key));
  if (matching === undefined) {
    return rejectFile('SIGNING_P12 debe tener un certificado con su llave privada', file);
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key.asymmetricKeyType !== 'rsa' || bits < MIN_BITS) {
    return rejectFile(`SIGNING_P12 debe tener una llave RSA de ${MIN_BITS} bits o más`, file);
  }
  const parts: CertificateParts = {
    own: matching.raw,
    chain: certificates.filter((certificate) => certificate !== matching).map(({ raw }) => raw),
    // PKCS#1 v1.5, with which the same content always has the same signature.
    sign: (content) => sign('sha256', content, key),
  };
  return {
    holder: getHolder(matching),
    validFrom: matching.validFromDate,
    validTo: matching.validToDate,
    sign: (content) => signedData(content, parts),
  };
}

interface Bags {
  readonly key: KeyObject;
  readonly certificates: readonly X509Certificate[];
}

/** The key and the certificates of a PKCS#12 file. */
function readBags(file: string, passphrase: string): Bags {
  const bytes = readBytes(file);
  let encrypted: forge.asn1.Asn1;
  try {
    encrypted = forge.asn1.fromDer(bytes.toString('binary'));
  } catch (cause) {
    return rejectFile('SIGNING_P12 debe ser un archivo PKCS#12 (.p12 o .pfx)', file, cause);
  }
  try {
    const open = forge.pkcs12.pkcs12FromAsn1(encrypted, passphrase);
    const { certBag, keyBag, pkcs8ShroudedKeyBag } = forge.pki.oids;
    const getBags = (type = '') => open.getBags({ bagType: type })[type] ?? [];
    const [privateKey] = [...getBags(pkcs8ShroudedKeyBag), ...getBags(keyBag)];
    if (!privateKey) return rejectFile('SIGNING_P12 debe tener una llave privada', file);
    const key = createPrivateKey({ key: derOfKey(privateKey), format: 'der', type: 'pkcs8' });
    const certificates = getBags(certBag).map((bag) => new X509Certificate(derOfCertificate(bag)));
    return { key, certificates };
  } catch (cause) {
    if (cause instanceof StartupError) throw cause;
    return rejectFile('SIGNING_P12 no se abre con esa SIGNING_P12_PASSPHRASE', file, cause);
  }
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    return rejectFile('no se puede leer el archivo de SIGNING_P12', file, cause);
  }
}

/** PKCS#8 in DER. The library parses only RSA keys, and leaves others as ASN.1. */
function derOfKey({ key, asn1 }: forge.pkcs12.Bag): Buffer {
  const info = key ? forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(key)) : asn1;
  return toDer(info);
}

function derOfCertificate({ cert, asn1 }: forge.pkcs12.Bag): Buffer {
  return toDer(cert ? forge.pki.certificateToAsn1(cert) : asn1);
}

const toDer = (value: forge.asn1.Asn1) => Buffer.from(forge.asn1.toDer(value).getBytes(), 'binary');

/** The common name, otherwise the organization. */
function getHolder({ subject }: X509Certificate): string {
  const getField = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(subject)?.[1];
  return getField('CN') ?? getField('O') ?? subject.replaceAll('\n', ', ');
}

function rejectFile(words: string, file: string, cause?: unknown): never {
  throw new StartupError('config-invalid', `Configuración no válida: ${words}: ${file}.`, {
    cause,
  });
}

/** Certificates in DER. */
interface CertificateParts {
  readonly own: Buffer;
  /** Certificates of the issuers. */
  readonly chain: readonly Buffer[];
  /** RSA with SHA-256; returns the signature. */
  sign(content: Buffer): Buffer;
}

/**
 * A detached CMS signature (RFC 5652) with the requirements of PAdES baseline B-B (ETSI EN 319 142-1). The signed
 * attributes name the certificate, but not the time, which is in the PDF.
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
    // The signature covers the attributes with the tag of a set, which `tagged` replaces in this structure.
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

function issuerAndSerial(certificate: Buffer): readonly [Buffer, Buffer] {
  const body = parseChildren(parseChildren(certificate)[0]);
  // The serial number follows the version, which certificates of version 1 lack.
  const [serial, , issuer] = body[0]?.[0] === 0xa0 ? body.slice(1) : body;
  if (!serial || !issuer) throw new Error('A certificate has no serial number or issuer');
  return [issuer, serial];
}

/** The members of a constructed value, each with its header. */
function parseChildren(value: Buffer | undefined): Buffer[] {
  if (value === undefined) return [];
  const children: Buffer[] = [];
  for (let at = parseHead(value, 0).body; at < value.length; ) {
    const { end } = parseHead(value, at);
    children.push(value.subarray(at, end));
    at = end;
  }
  return children;
}

/** Start and end of the body of the value at a position. */
function parseHead(bytes: Buffer, at: number): { readonly body: number; readonly end: number } {
  const first = bytes[at + 1] ?? 0;
  if (first < 0x80) return { body: at + 2, end: at + 2 + first };
  const count = first & 0x7f;
  const body = at + 2 + count;
  return { body, end: body + bytes.readUIntBE(at + 2, count) };
}
