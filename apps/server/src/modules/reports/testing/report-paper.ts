import { signedSample } from '@simiente/contract/reports/version';
import type { ReportPaper } from '../pdf/report-paper.ts';
import { makeResultSet, valueIn } from './result-set.ts';

/** The content of a PDF with every part filled. */
export const report: ReportPaper = {
  title: 'Mi Test de Fertilidad',
  subtitle: 'Actualidad: informe de sus exámenes',
  number: 4,
  state: { is: 'vigente' },
  isBasisChanged: false,
  amendment: null,
  preparedWith: 'ia',
  letterhead: {
    name: 'Clínica Andrológica del Valle',
    address: 'Av. Insurgentes Sur 1000, Col. Del Valle, Ciudad de México',
    licence: '20-AM-09-014-0001',
    logo: null,
  },
  patient: {
    name: 'Íñigo Zúñiga Ñanduty',
    birth: '9 abr 1992, 34 años',
    sex: 'Hombre',
    curp: 'ZUNI920409HDFXXX01',
    identityDocument: null,
    address: null,
  },
  results: [
    makeResultSet({
      values: [
        valueIn('volume', '2.1', 'mL', { range: '≥ 1.4' }),
        valueIn('concentration', '14', '10*6/mL', { range: '≥ 16', laboratoryFlag: 'LL' }),
        valueIn('ph', '7.6', 'pH', { range: '≥ 7.2', preliminary: true }),
      ],
    }),
  ].map((set) => signedSample.parse(set)),
  sentences: [
    { text: 'Tu muestra del 12 de octubre tuvo un volumen de 2.1 ml. ', author: 'ia' },
    { text: 'La concentración fue de 14 millones/ml (≥ 16).\n', author: 'ia_editada' },
    { text: '\nConviene repetir el seminograma en tres meses.', author: 'medico' },
  ],
  signer: {
    fullName: 'Regina Núñez Ocampo',
    cedula: '4123456',
    institution: 'Universidad Nacional Autónoma de México',
    specialty: 'Urología',
    specialtyCertificate: 'CONAMEU 1234',
  },
  signedAt: new Date('2026-11-22T23:44:05Z'),
  timeZone: 'America/Mexico_City',
  sha256: 'a'.repeat(64),
  verifyUrl: 'https://clinica.example/verificar/K7QM-2XRD-9FTA-4NWE',
};
