import { createPrivateKey, hash, sign, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import forge from 'node-forge';
import { StartupError } from '../system-errors.ts';
import type { PdfCertificate } from './certificate.ts';

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
export function openCertificate({ file, passphrase }: CertificateSettings): PdfCertificate {
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

function readBags(file: string, passphrase: string) {
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
    const key = createPrivateKey({ key: keyToDer(privateKey), format: 'der', type: 'pkcs8' });
    const certificates = getBags(certBag).map(
      ({ cert, asn1 }) =>
        new X509Certificate(toDer(cert ? forge.pki.certificateToAsn1(cert) : asn1)),
    );
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
function keyToDer({ key, asn1 }: forge.pkcs12.Bag): Buffer {
  return toDer(key ? forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(key)) : asn1);
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
  readonly chain: readonly Buffer[];
  /** RSA with SHA-256; returns the signature. */
  sign(content: Buffer): Buffer;
}

type Asn1 = forge.asn1.Asn1;
const { Class, Type } = forge.asn1;

/**
 * A detached CMS signature (RFC 5652) with the requirements of PAdES baseline B-B (ETSI EN 319 142-1). The signed
 * attributes name the certificate, but not the time, which is in the PDF.
 */
export function signedData(content: Buffer, { own, chain, sign }: CertificateParts): Buffer {
  const attributes = [
    attribute(CONTENT_TYPE, oid(DATA)),
    attribute('1.2.840.113549.1.9.4', octets(sha256(content))),
    // signingCertificateV2 with ESSCertIDv2 (RFC 5035), whose digest is SHA-256 by default.
    attribute('1.2.840.113549.1.9.16.2.47', sequence(sequence(sequence(octets(sha256(own)))))),
  ].toSorted(compareDer);
  const digestAlgorithm = sequence(oid('2.16.840.1.101.3.4.2.1'));
  const signer = sequence(
    integer(1),
    sequence(...issuerAndSerial(own)),
    digestAlgorithm,
    tagged(0, attributes),
    sequence(oid('1.2.840.113549.1.1.1'), make(Type.NULL, '')),
    // The signature covers the attributes with the tag of a set, which `tagged` replaces in this structure.
    octets(sign(toDer(set(...attributes)))),
  );
  const certificates = [own, ...chain].map(parse).toSorted(compareDer);
  const signed = sequence(
    integer(1),
    set(digestAlgorithm),
    sequence(oid(DATA)),
    tagged(0, certificates),
    set(signer),
  );
  return toDer(sequence(oid('1.2.840.113549.1.7.2'), tagged(0, [signed])));
}

const DATA = '1.2.840.113549.1.7.1';
const CONTENT_TYPE = '1.2.840.113549.1.9.3';

const sha256 = (content: Buffer) => hash('sha256', content, 'buffer');

const parse = (bytes: Buffer) => forge.asn1.fromDer(bytes.toString('binary'));
const make = (type: forge.asn1.Type, value: string | Asn1[]) =>
  forge.asn1.create(Class.UNIVERSAL, type, typeof value !== 'string', value);
const sequence = (...parts: Asn1[]) => make(Type.SEQUENCE, parts);
const set = (...members: Asn1[]) => make(Type.SET, members);
const octets = (body: Buffer) => make(Type.OCTETSTRING, body.toString('binary'));
const integer = (value: number) => make(Type.INTEGER, String.fromCharCode(value));
const oid = (name: string) => make(Type.OID, forge.asn1.oidToDer(name).getBytes());
/** Context-specific and constructed. */
const tagged = (number: number, parts: Asn1[]) =>
  forge.asn1.create(Class.CONTEXT_SPECIFIC, number, true, parts);
const attribute = (type: string, value: Asn1) => sequence(oid(type), set(value));
/** DER orders a set by its encoded members. */
const compareDer = (one: Asn1, other: Asn1) => Buffer.compare(toDer(one), toDer(other));

function issuerAndSerial(certificate: Buffer): readonly [Asn1, Asn1] {
  const [body] = parse(certificate).value as Asn1[];
  const fields = (body?.value ?? []) as Asn1[];
  // The serial number follows the version, which certificates of version 1 lack.
  const from = fields[0]?.tagClass === Class.CONTEXT_SPECIFIC ? 1 : 0;
  const [serial, , issuer] = fields.slice(from);
  if (!serial || !issuer) throw new Error('A certificate has no serial number or issuer');
  return [issuer, serial];
}
