import type { Partner } from '@simiente/contract/partners/calls';

/** A laboratory without branches, website and logos. */
export const makePartner = (fields: Partial<Partner> = {}): Partner => ({
  idPartner: 'almena',
  name: 'Laboratorio Almena',
  country: 'México',
  type: 'Laboratorio',
  website: null,
  logo_url: null,
  utm_available: false,
  timeZone: null,
  all_exams_available: [],
  branches: 0,
  logo_app_login: null,
  logo_app_nav: null,
  logo_lading_logo: null,
  version: 1,
  ...fields,
});
