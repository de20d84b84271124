import { expect, test } from 'vitest';
import { mailLink, phoneLink, toE164, whatsAppLink } from './contact-links.ts';

test('E-10.200: a number without a country code is of Mexico, however it is written', () => {
  for (const phone of [
    '33 0078 4209',
    '(33) 0078-4209',
    '+52 33 0078 4209',
    '52 3300784209',
    '+521 33 0078 4209',
    '521 3300784209',
    '0052 33 0078 4209',
    '044 33 0078 4209',
    '045 3300784209',
    '01 33 0078 4209',
    ' 33.0078.4209 ',
  ]) {
    expect(toE164(phone), phone).toBe('+523300784209');
  }
});

test('E-10.200: a number of another country keeps its code', () => {
  expect(toE164('+1 (415) 555-0132')).toBe('+14155550132');
  expect(toE164('0034 612 345 678')).toBe('+34612345678');
  expect(toE164('+506 2222 3333')).toBe('+50622223333');
});

test('E-10.200: an incomplete phone number has no WhatsApp, and is dialled as written', () => {
  for (const [phone, call] of [
    ['5264 1180', 'tel:52641180'],
    ['066', 'tel:066'],
    ['1', undefined],
    ['+52 33 0078', undefined],
    ['+52 033 0078 4209', undefined],
    ['0178 4209 33', 'tel:0178420933'],
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
