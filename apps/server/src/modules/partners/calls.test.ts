import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { files } from '../../schema/files.ts';
import { sharedApplication } from '../../testing/application.ts';
import {
  drawLogo,
  freshId,
  issuesByField,
  logo,
  partnerForms,
} from '../../testing/calls/partners.ts';
import type { SentFile } from '../../testing/files/uploads.ts';

const testApp = sharedApplication();
const { create, add, moveToTrash, readActs } = partnerForms(testApp);
const jpeg = await drawLogo(50, 50).flatten().jpeg().toBuffer();
const webp = await drawLogo(50, 50).webp().toBuffer();

/** A black square of any size, one bit per pixel, encoded here because libraries reject large ones. */
function bilevelPng(side: number): Buffer {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(side, 0);
  size.writeUInt32BE(side, 4);
  size[8] = 1;
  const rows = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))), { level: 1 });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngPart('IHDR', size),
    pngPart('IDAT', rows),
    pngPart('IEND', Buffer.alloc(0)),
  ]);
}

function pngPart(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

test('a small generated image is accepted', async () => {
  await add({
    fields: { id: freshId() },
    logos: { logo_app_login: { bytes: bilevelPng(100) } },
  });
});

describe('an image of a partner', () => {
  const read = async (url: string | undefined) => testApp().staff.request({ url: url ?? '' });

  test('E-3.74: is re-encoded in the size of its slot, with its transparency', async () => {
    const large: SentFile = {
      bytes: await drawLogo(2000, 1000)
        .withExif({ IFD0: { Copyright: 'secreto' } })
        .webp()
        .toBuffer(),
      name: 'grande.webp',
    };
    const partner = await add({
      fields: { id: freshId() },
      logos: { logo_app_login: large, logo_app_nav: large, logo_lading_logo: large },
    });
    const sides = [];
    for (const file of [partner.logo_app_login, partner.logo_app_nav, partner.logo_lading_logo]) {
      expect(file).toMatchObject({ fileName: 'grande.png', mediaType: 'image/png' });
      const { rawPayload } = await read(file?.fileUrl);
      const { format, width, height, hasAlpha, exif } = await sharp(rawPayload).metadata();
      expect([format, hasAlpha, exif]).toEqual(['png', true, undefined]);
      sides.push([width, height]);
    }
    expect(sides).toEqual([
      [512, 256],
      [256, 128],
      [1024, 512],
    ]);
  });

  test('stays a JPEG if it is a photo, upright and without EXIF data', async () => {
    const bytes = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
      .withExif({ IFD0: { Orientation: '6', Copyright: 'secreto' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const partner = await add({
      fields: { id: freshId() },
      logos: { logo_app_login: { bytes } },
    });
    const { rawPayload, headers } = await read(partner.logo_app_login?.fileUrl);
    const { format, width, height, exif, orientation } = await sharp(rawPayload).metadata();
    expect([format, width, height, exif, orientation]).toEqual([
      'jpeg',
      20,
      40,
      undefined,
      undefined,
    ]);
    expect(headers['content-type']).toBe('image/jpeg');
  });

  test('is readable only by staff, cached by their browser, and leaves no audit row', async () => {
    const partner = await add({ fields: { id: freshId() } });
    const url = partner.logo_app_login?.fileUrl ?? '';
    const answer = await read(url);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([
      200,
      'private, max-age=604800, immutable',
    ]);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(await readActs(url.split('/').at(-1) ?? '')).toEqual([]);
    const stranger = await testApp().app.inject({ url });
    expect([stranger.statusCode, stranger.headers['cache-control']]).toEqual([401, 'no-store']);
    await moveToTrash(partner.idPartner);
    expect((await read(url)).statusCode).toBe(404);
  });

  const page = Buffer.from('<html><script>alert(1)</script></html>');
  test.each([
    ['a page named .png', page, 415, 'NOT_AN_IMAGE'],
    [
      'an SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
      415,
      'NOT_AN_IMAGE',
    ],
    ['a GIF', Buffer.from('GIF89a\u0001\0\u0001\0\0\0\0;', 'latin1'), 415, 'NOT_AN_IMAGE'],
    ['an empty file', Buffer.alloc(0), 422, 'FILE_EMPTY'],
    ['half a PNG', Buffer.from(logo.bytes).subarray(0, 60), 422, 'FILE_TRUNCATED'],
    ['half a JPEG', jpeg.subarray(0, jpeg.length - 40), 422, 'FILE_TRUNCATED'],
    ['half a WebP', webp.subarray(0, 40), 422, 'FILE_UNREADABLE'],
    [
      'noise behind a signature',
      Buffer.concat([Buffer.from(logo.bytes).subarray(0, 8), page, Buffer.from('IEND')]),
      422,
      'FILE_UNREADABLE',
    ],
  ])('E-5.7: is rejected if it is %s', async (_, bytes, status, code) => {
    const answer = await create({
      fields: { id: freshId() },
      logos: { logo_app_login: logo, logo_app_nav: { bytes, name: 'logo.png', type: 'image/png' } },
    });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(Object.keys(issuesByField(answer.body))).toEqual(['logo_app_nav']);
  });

  test.each([
    ['a PNG', Buffer.from(logo.bytes)],
    ['a JPEG', jpeg],
    ['a WebP', webp],
  ])('is stored without an appended page if it is %s', async (_, picture) => {
    const bytes = Buffer.concat([picture, page, Buffer.from([0xff, 0xd9])]);
    const partner = await add({
      fields: { id: freshId() },
      logos: { logo_app_login: { bytes } },
    });
    const { rawPayload } = await read(partner.logo_app_login?.fileUrl);
    expect(rawPayload.includes(page)).toBe(false);
    expect((await sharp(rawPayload).metadata()).width).toBeGreaterThan(0);
  });

  test('is rejected if it unpacks to 30 000 × 30 000 pixels', async () => {
    const bytes = bilevelPng(30_000);
    expect(bytes.length).toBeLessThan(5 * 1024 * 1024);
    const answer = await create({ logos: { logo_app_login: { bytes } } });
    expect([answer.status, answer.body.code]).toEqual([422, 'FILE_UNREADABLE']);
  });

  test('is rejected with its field if it has more than 5 MB', async () => {
    const bytes = Buffer.concat([logo.bytes, Buffer.alloc(5 * 1024 * 1024)]);
    const answer = await create({ logos: { logo_app_login: logo, logo_lading_logo: { bytes } } });
    expect([answer.status, answer.body.code]).toEqual([413, 'FILE_TOO_LARGE']);
    expect(Object.keys(issuesByField(answer.body))).toEqual(['logo_lading_logo']);
  });

  test('is rejected in an unknown field', async () => {
    const answer = await create({ logos: { logo_app_login: logo, otro: logo } as never });
    expect([answer.status, answer.body.code]).toEqual([400, 'BAD_REQUEST']);
  });

  test('is stored only together with its partner', async () => {
    const { db } = testApp().database;
    const before = (await db.select().from(files)).length;
    const id = freshId();
    await add({ fields: { id } });
    await create({ fields: { id } });
    expect((await db.select().from(files)).length).toBe(before + 1);
  });
});
