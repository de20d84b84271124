import { describe, expect, test } from 'vitest';
import { makeP12, PASSPHRASE, writeP12 } from '../../testing/services/certificates.ts';
import { StartupError } from '../system-errors.ts';
import { describeCertificate, isInForce } from './certificate.ts';
import { openCertificate } from './read-certificate.ts';

function tryCertificate(file: string, passphrase = PASSPHRASE): string {
  try {
    openCertificate({ file, passphrase });
    return 'opened';
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return error.message;
  }
}

describe('E-10.591: the certificate of SIGNING_P12', () => {
  test('is read with its passphrase, which may have any letters', () => {
    const { holder, validFrom, validTo } = openCertificate({
      file: makeP12({ passphrase: 'Ñandú 7 €' }),
      passphrase: 'Ñandú 7 €',
    });
    expect(holder).toBe('Clinica de Prueba');
    expect([validFrom, validTo]).toEqual([new Date('2026-01-01'), new Date('2046-01-01')]);
  });

  test.each([
    ['/no/hay/tal.p12', 'no se puede leer el archivo de SIGNING_P12: /no/hay/tal.p12.'],
    [() => writeP12(Buffer.from('esto no es un certificado')), 'debe ser un archivo PKCS#12'],
    [() => writeP12(Buffer.alloc(0)), 'debe ser un archivo PKCS#12'],
    [() => writeP12(Buffer.from([0x30, 0x03, 0x02, 0x01, 0x03])), 'no se abre'],
    [() => makeP12({ ofAnother: true }), 'debe tener un certificado con su llave privada'],
    [() => makeP12({ bits: 1024 }), 'debe tener una llave RSA de 2048 bits o más'],
  ])('stops the start if it cannot sign: %s', (file, words) => {
    const output = tryCertificate(typeof file === 'string' ? file : file());
    expect(output).toMatch(/^Configuración no válida: /);
    expect(output).toContain(words);
    expect(output).not.toContain(PASSPHRASE);
  });

  test('stops the start with a wrong passphrase, which is not logged', () => {
    const output = tryCertificate(makeP12(), 'otra frase');
    expect(output).toContain('no se abre con esa SIGNING_P12_PASSPHRASE');
    expect(output).not.toContain('otra frase');
  });

  const period = {
    validFrom: new Date('2026-03-01T06:00Z'),
    validTo: new Date('2028-03-01T06:00Z'),
  };
  const notice = (now: string) => describeCertificate(period, 'America/Mexico_City', new Date(now));

  test('does not stop the start outside its validity, but warns of unsigned papers', () => {
    expect(notice('2026-02-01T00:00Z')).toContain('es válido desde el domingo, 1 de marzo de 2026');
    expect(notice('2028-03-02T00:00Z')).toContain('venció el miércoles, 1 de marzo de 2028');
    expect(notice('2028-02-20T00:00Z')).toContain('vence el miércoles, 1 de marzo de 2028');
    expect(notice('2028-01-20T00:00Z')).toBeNull();
    expect(isInForce(period, new Date('2026-03-01T05:59Z'))).toBe(false);
    expect(isInForce(period, new Date('2026-03-01T06:00Z'))).toBe(true);
    expect(isInForce(period, new Date('2028-03-01T06:00:01Z'))).toBe(false);
  });
});
