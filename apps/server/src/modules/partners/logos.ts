import { type LogoField, logoFields } from '@simiente/contract/partners/calls';
import type { CheckedFile } from '../../platform/uploads/check-file.ts';
import type { ReceivedFile } from '../../platform/uploads/receive-form.ts';
import { remakeLogo } from '../../platform/uploads/remake-logo.ts';

/**
 * Pixels of the longer side, twice the size on screen: the login's card, a menu or a row, a page.
 */
const largestSide: Readonly<Record<LogoField, number>> = {
  logo_app_login: 512,
  logo_app_nav: 256,
  logo_lading_logo: 1024,
};

export type ReceivedLogos = Readonly<Partial<Record<LogoField, ReceivedFile>>>;

/** The images of a form and its other fields. */
export function splitLogos<
  Form extends { readonly [Field in LogoField]?: ReceivedFile | undefined },
>(form: Form): [ReceivedLogos, Omit<Form, LogoField>] {
  const { logo_app_login, logo_app_nav, logo_lading_logo, ...fields } = form;
  const logos = { logo_app_login, logo_app_nav, logo_lading_logo };
  const received = Object.entries(logos).filter(([, file]) => file !== undefined);
  return [Object.fromEntries(received), fields];
}

export type Logos = Partial<Record<LogoField, CheckedFile>>;

/**
 * The uploaded images, checked and re-encoded in the size of their slot.
 * @throws Problem NOT_AN_IMAGE, FILE_EMPTY, FILE_TRUNCATED, FILE_UNREADABLE; `issues` says which image
 */
export async function remakeLogos(files: ReceivedLogos): Promise<Logos> {
  const logos: Logos = {};
  for (const field of logoFields) {
    const file = files[field];
    if (file) logos[field] = await remakeLogo(file, field, largestSide[field]);
  }
  return logos;
}
