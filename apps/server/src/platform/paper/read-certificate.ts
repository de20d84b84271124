import { createPrivateKey, type KeyObject, sign, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import forge from 'node-forge';
import { StartupError } from '../system-errors.ts';
import type { PaperCertificate } from './certificate.ts';
import { type CertificateParts, signedData } from './signed-data.ts';

/** File and passphrase of the certificate for papers. */
export interface CertificateSettings {
  /** The path of a PKCS#12 file. */
  readonly file: string;
  readonly passphrase: string;
}

const FEWEST_BITS = 2048;

/**
 * Reads the certificate of the papers. Its period of validity is checked elsewhere.
 * @throws StartupError for an invalid PKCS#12 file, a wrong passphrase, or a key that cannot sign
 */
export function openCertificate({ file, passphrase }: CertificateSettings): PaperCertificate {
  const { key, certificates } = readBags(file, passphrase);
  const own = certificates.find((certificate) => certificate.checkPrivateKey(key));
  if (own === undefined) {
    return refuse('SIGNING_P12 debe tener un certificado con su llave privada', file);
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key.asymmetricKeyType !== 'rsa' || bits < FEWEST_BITS) {
    return refuse(`SIGNING_P12 debe tener una llave RSA de ${FEWEST_BITS} bits o más`, file);
  }
  const parts: CertificateParts = {
    own: own.raw,
    chain: certificates.filter((certificate) => certificate !== own).map(({ raw }) => raw),
    // PKCS#1 v1.5: the same content has the same signature.
    sign: (content) => sign('sha256', content, key),
  };
  return {
    holder: getHolder(own),
    validFrom: own.validFromDate,
    validTo: own.validToDate,
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
  let sealed: forge.asn1.Asn1;
  try {
    sealed = forge.asn1.fromDer(bytes.toString('binary'));
  } catch (cause) {
    return refuse('SIGNING_P12 debe ser un archivo PKCS#12 (.p12 o .pfx)', file, cause);
  }
  try {
    const open = forge.pkcs12.pkcs12FromAsn1(sealed, passphrase);
    const { certBag, keyBag, pkcs8ShroudedKeyBag } = forge.pki.oids;
    const getBags = (type = '') => open.getBags({ bagType: type })[type] ?? [];
    const [keyBagFound] = [...getBags(pkcs8ShroudedKeyBag), ...getBags(keyBag)];
    if (!keyBagFound) return refuse('SIGNING_P12 debe tener una llave privada', file);
    const key = createPrivateKey({ key: derOfKey(keyBagFound), format: 'der', type: 'pkcs8' });
    const certificates = getBags(certBag).map((bag) => new X509Certificate(derOfCertificate(bag)));
    return { key, certificates };
  } catch (cause) {
    if (cause instanceof StartupError) throw cause;
    return refuse('SIGNING_P12 no se abre con esa SIGNING_P12_PASSPHRASE', file, cause);
  }
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    return refuse('no se puede leer el archivo de SIGNING_P12', file, cause);
  }
}

/** The bytes of the file, for a kind of key that the library does not know. */
function derOfKey({ key, asn1 }: forge.pkcs12.Bag): Buffer {
  const info = key ? forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(key)) : asn1;
  return toDer(info);
}

function derOfCertificate({ cert, asn1 }: forge.pkcs12.Bag): Buffer {
  return toDer(cert ? forge.pki.certificateToAsn1(cert) : asn1);
}

const toDer = (value: forge.asn1.Asn1) => Buffer.from(forge.asn1.toDer(value).getBytes(), 'binary');

/** The organization or the common name. */
function getHolder({ subject }: X509Certificate): string {
  const named = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(subject)?.[1];
  return named('CN') ?? named('O') ?? subject.replaceAll('\n', ', ');
}

function refuse(words: string, file: string, cause?: unknown): never {
  throw new StartupError('config-invalid', `Configuración no válida: ${words}: ${file}.`, {
    cause,
  });
}
