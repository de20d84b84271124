import { expect, test } from 'vitest';
import { mailLink, phoneLink, whatsAppLink } from './Contact.tsx';

test('E-10.200: only a short number is dialled as written, and an incomplete number has no WhatsApp link', () => {
  for (const [phone, call] of [
    ['5264 1180', undefined],
    ['066', 'tel:066'],
    ['1', undefined],
    ['+52 33 0078', undefined],
    ['+52 033 0078 4209', undefined],
    ['0178 4209 33', undefined],
    ['(619) 555-0123', undefined],
    ['1234567890123456', undefined],
    ['33+0078 4209', undefined],
    ['33 0078 4209 ext. 12', undefined],
    ['33 0078 4209, 33 0078 4210', undefined],
    ['no tiene', undefined],
    ['', undefined],
  ] as const) {
    expect(whatsAppLink(phone), phone).toBeUndefined();
    expect(phoneLink(phone), phone).toBe(call);
  }
  expect(whatsAppLink('33 0078 4209')).toBe('https://wa.me/523300784209');
  expect(phoneLink('33 0078 4209')).toBe('tel:+523300784209');
});

test('E-10.200: an address cannot add text to the message, and an invalid address has no link', () => {
  expect(mailLink(' ana.ruiz+x@correo.mx ')).toBe('mailto:ana.ruiz%2Bx@correo.mx');
  expect(mailLink('a?cc=b&body=c@correo.mx')).toBe('mailto:a%3Fcc%3Db%26body%3Dc@correo.mx');
  expect(mailLink('a@correo.mx?cc=b')).toBe('mailto:a@correo.mx%3Fcc%3Db');
  for (const email of ['', 'ana', '@correo.mx', 'ana@', 'a@b@c', 'ana ruiz@correo.mx']) {
    expect(mailLink(email), email).toBeUndefined();
  }
});
