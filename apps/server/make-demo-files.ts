/**
 * Makes the demo files in `demo-files`, one for each type of exam: `npm run demo-files --workspace
 * @simiente/server`. They are kept in the repository. The images use the machine's fonts.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { demoFileFor } from './src/modules/import/demo/demo-files.ts';

/** Name, result, units, reference, and a remark. */
type Row = readonly [string, string, string, string, ('Alto' | 'Bajo')?];

interface Report {
  readonly title: string;
  readonly sample: string;
  readonly method: string;
  readonly groups: Readonly<Record<string, readonly Row[]>>;
  readonly observations: string;
}

const CORRELATE = 'Se sugiere correlacionar con la clínica y con los demás estudios del paciente.';
const SERUM = 'Suero, toma entre 07:30 y 09:30 h, ayuno de 8 h';

export const reports: Readonly<Record<string, Report>> = {
  Seminograma: {
    title: 'Seminograma (espermatobioscopia directa)',
    sample: 'Semen, por masturbación. Abstinencia: 4 días',
    method: 'Manual de la OMS para el examen y procesamiento de semen humano, 6.ª edición (2021)',
    groups: {
      'Examen macroscópico': [
        ['Aspecto', 'Gris opalescente', '', 'Gris opalescente'],
        ['Licuefacción a 37 °C', 'Completa, 30 min', '', 'Menos de 60 min'],
        ['Volumen', '2.8', 'ml', '1.4 o más'],
        ['pH', '7.6', '', '7.2 o más'],
      ],
      'Examen microscópico': [
        ['Concentración espermática', '21', 'millones/ml', '16 o más'],
        ['Cuenta total', '58.8', 'millones', '39 o más'],
        ['Movilidad progresiva', '24', '%', '30 o más', 'Bajo'],
        ['Movilidad total', '36', '%', '42 o más', 'Bajo'],
        ['Vitalidad (eosina-nigrosina)', '61', '%', '54 o más'],
        ['Morfología normal (Kruger)', '4', '%', '4 o más'],
        ['Leucocitos', '0.4', 'millones/ml', 'Hasta 1'],
      ],
    },
    observations: `Muestra entregada completa a los 25 minutos de obtenida. ${CORRELATE}`,
  },
  Hormonal: {
    title: 'Perfil hormonal masculino',
    sample: SERUM,
    method: 'Electroquimioluminiscencia',
    groups: {
      'Eje hipófisis-testículo': [
        ['FSH', '6.2', 'mUI/ml', '1.5 – 12.4'],
        ['LH', '4.8', 'mUI/ml', '1.7 – 8.6'],
        ['Testosterona total', '412', 'ng/dl', '264 – 916'],
        ['Estradiol', '27', 'pg/ml', '11 – 43'],
      ],
      'Otras determinaciones': [
        ['Prolactina', '19.3', 'ng/ml', '4 – 15.2', 'Alto'],
        ['SHBG', '34', 'nmol/l', '18 – 54'],
      ],
    },
    observations: `Prolactina: se sugiere repetirla en reposo antes de estudiarla. ${CORRELATE}`,
  },
  perfil_tiroideo: {
    title: 'Perfil tiroideo',
    sample: SERUM,
    method: 'Electroquimioluminiscencia',
    groups: {
      'Función tiroidea': [
        ['TSH', '2.1', 'µUI/ml', '0.27 – 4.2'],
        ['T4 libre', '1.24', 'ng/dl', '0.93 – 1.7'],
        ['T3 libre', '3.1', 'pg/ml', '2 – 4.4'],
      ],
    },
    observations: CORRELATE,
  },
  Inhibina_B: {
    title: 'Inhibina B',
    sample: 'Suero',
    method: 'Inmunoensayo enzimático (ELISA)',
    groups: { 'Marcadores de espermatogénesis': [['Inhibina B', '146', 'pg/ml', '100 – 400']] },
    observations: CORRELATE,
  },
  'Hemoglobina glicosilada': {
    title: 'Hemoglobina glicosilada (HbA1c)',
    sample: 'Sangre total con EDTA',
    method: 'Cromatografía líquida de alta resolución (HPLC)',
    groups: {
      'Control de glucosa': [
        ['Hemoglobina glicosilada', '5.4', '%', 'Hasta 5.6'],
        ['Glucosa media estimada', '108', 'mg/dl', 'Hasta 114'],
      ],
    },
    observations: CORRELATE,
  },
  Marcadores_Bioquimicos_Seminales: {
    title: 'Marcadores bioquímicos seminales',
    sample: 'Plasma seminal',
    method: 'Espectrofotometría en plasma seminal',
    groups: {
      'Por eyaculado': [
        ['Fructosa', '18', 'µmol', '13 o más'],
        ['Zinc', '3.1', 'µmol', '2.4 o más'],
        ['Glucosidasa neutra', '17', 'mU', '20 o más', 'Bajo'],
        ['Ácido cítrico', '64', 'µmol', '52 o más'],
      ],
    },
    observations: CORRELATE,
  },
  Cariotipo: {
    title: 'Cariotipo con bandas G',
    sample: 'Sangre periférica con heparina',
    method: 'Cultivo de linfocitos de 72 h, tinción GTG, 500 bandas',
    groups: {
      Resultado: [
        ['Fórmula cromosómica', '46,XY', '', '46,XY'],
        ['Metafases analizadas', '30', '', '20 o más'],
        ['Alteraciones numéricas', 'No se observaron', '', 'Ausentes'],
        ['Alteraciones estructurales', 'No se observaron', '', 'Ausentes'],
      ],
    },
    observations: `Cariotipo masculino sin alteraciones a esta resolución. ${CORRELATE}`,
  },
  Microdelesiones: {
    title: 'Microdeleciones del cromosoma Y',
    sample: 'ADN de sangre periférica',
    method: 'PCR múltiple según la guía EAA/EMQN',
    groups: {
      'Regiones AZF': [
        ['AZFa (sY84, sY86)', 'Presentes', '', 'Presentes'],
        ['AZFb (sY127, sY134)', 'Presentes', '', 'Presentes'],
        ['AZFc (sY254, sY255)', 'Presentes', '', 'Presentes'],
        ['Control interno (SRY, ZFY)', 'Presente', '', 'Presente'],
      ],
    },
    observations: `No se detectaron microdeleciones en las regiones estudiadas. ${CORRELATE}`,
  },
  Orina_Post_Orgasmo: {
    title: 'Orina posterior al orgasmo',
    sample: 'Primera orina después de la eyaculación',
    method: 'Centrifugación y microscopía de campo claro, 400x',
    groups: {
      Sedimento: [
        ['Espermatozoides por campo', '2', '', 'Hasta 10'],
        ['Leucocitos por campo', '1', '', 'Hasta 5'],
        ['pH de la orina', '6.5', '', '5 – 8'],
      ],
    },
    observations: CORRELATE,
  },
  Fragmentacion_ADN: {
    title: 'Fragmentación del ADN espermático',
    sample: 'Semen',
    method: 'Dispersión de la cromatina (SCD)',
    groups: { 'Índice de fragmentación': [['Fragmentación', '33', '%', 'Hasta 30', 'Alto']] },
    observations: `Se contaron 500 espermatozoides. ${CORRELATE}`,
  },
  Vitamina_D: {
    title: '25-hidroxivitamina D',
    sample: SERUM,
    method: 'Quimioluminiscencia',
    groups: { Vitaminas: [['25-hidroxivitamina D', '26', 'ng/ml', '30 – 100', 'Bajo']] },
    observations: CORRELATE,
  },
};

const NOTICE =
  'Documento de demostración: paciente, laboratorio y resultados son ficticios. Sin validez médica.';
const [INK, SOFT, LINE, ACCENT, ALARM] = ['#22302B', '#6B716D', '#DCE0DD', '#1C584C', '#A8341F'];
const [LEFT, WIDTH] = [48, 516];
const COLUMNS = [LEFT + 8, 262, 350, 430, 520];
/** A fixed date, so that two runs give the same bytes. */
const MADE = new Date('2026-11-02T15:42:00Z');

/** The result as a laboratory prints it, on one page. */
export async function makeReport({ title, sample, method, groups, observations }: Report) {
  const page = new PDFDocument({
    size: 'LETTER',
    margin: 0,
    lang: 'es-MX',
    info: { Title: title, Subject: 'Documento de demostración', CreationDate: MADE, ModDate: MADE },
  });
  const write = (text: string, x: number, y: number, size = 9, color = INK, bold = false) =>
    page
      .font(bold ? 'Helvetica-Bold' : 'Helvetica', size)
      .fillColor(color)
      .text(text, x, y, { width: LEFT + WIDTH - x, lineGap: 2 });
  const rule = (y: number) =>
    page
      .moveTo(LEFT, y)
      .lineTo(LEFT + WIDTH, y)
      .lineWidth(0.7)
      .stroke(LINE);

  page.rect(0, 0, 612, 7).fill(ACCENT);
  page.roundedRect(LEFT, 32, 38, 38, 9).fill(ACCENT);
  page.circle(LEFT + 19, 51, 9).fill('#FFFFFF');
  write('Laboratorio de demostración', LEFT + 50, 33, 16, INK, true);
  write(
    'Av. de los Ejemplos 120, Col. Centro, 06000 Ciudad de México · Tel. 55 5555 0120',
    LEFT + 50,
    56,
    8,
    SOFT,
  );
  page.roundedRect(LEFT, 92, WIDTH, 40, 5).fill('#F4F6F4');
  write('Paciente', LEFT + 14, 100, 7.5, SOFT);
  write('Paciente de demostración', LEFT + 14, 111, 9.5, INK, true);
  write('Folio', 318, 100, 7.5, SOFT);
  write('2611-004218', 318, 111, 9.5);
  write(title, LEFT, 152, 15, INK, true);
  write(`Muestra: ${sample}`, LEFT, 174, 8.5, SOFT);
  write(`Método: ${method}`, LEFT, 187, 8.5, SOFT);

  let y = 212;
  page.roundedRect(LEFT, y, WIDTH, 20, 3).fill(ACCENT);
  for (const [column, head] of ['Determinación', 'Resultado', 'Unidades', 'Referencia'].entries()) {
    write(head, COLUMNS[column] ?? LEFT, y + 6, 8.5, '#FFFFFF', true);
  }
  y += 20;
  for (const [name, rows] of Object.entries(groups)) {
    write(name, LEFT + 8, y + 9, 8.5, ACCENT, true);
    y += 24;
    for (const row of rows) {
      for (const [column, cell = ''] of row.entries()) {
        const isResult = column === 1 || column === 4;
        const color = isResult ? (row[4] ? ALARM : INK) : column === 0 ? INK : SOFT;
        write(cell, COLUMNS[column] ?? LEFT, y + 5.5, 9, color, isResult);
      }
      y += 19;
      rule(y);
    }
  }
  write('Observaciones', LEFT, y + 20, 9, INK, true);
  write(observations, LEFT, y + 34, 9, SOFT);
  page
    .path(
      'M 246 680 c 10 -34 25 -30 16 -4 c -4 16 -14 8 -2 -6 c 14 -16 22 3 26 4 c 6 -22 16 -20 20 0 c 8 -14 15 -16 24 -2 c 10 -8 26 -12 44 -6',
    )
    .lineWidth(1.1)
    .stroke('#2B3A67');
  page.moveTo(206, 688).lineTo(406, 688).lineWidth(0.7).stroke(SOFT);
  write('Q.F.B. Responsable de demostración', 230, 694, 9, INK, true);
  rule(742);
  write(NOTICE, LEFT, 750, 7.5, SOFT);
  page.end();
  return buffer(page);
}

/** Random light and dark spots, as in ultrasound and tissue images. */
const texture = (id: string, frequency: string, contrast: number, seed: number) =>
  `<filter id="${id}" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="3" seed="${seed}"/><feColorMatrix values="${contrast} 0 0 0 ${-contrast * 0.32} ${contrast} 0 0 0 ${-contrast * 0.32} ${contrast} 0 0 0 ${-contrast * 0.32} 0 0 0 0 1"/><feComposite in2="SourceGraphic" operator="in"/></filter>`;

const caliper = (x: number, y: number) =>
  `<path d="M${x - 6} ${y}h12M${x} ${y - 6}v12" stroke="#F2D24B" stroke-width="1.5"/>`;

function ultrasound(organ: string, lines: readonly string[]): string {
  return `<defs>${texture('far', '.018 .09', 1.1, 4)}${texture('near', '.1 .15', 1, 9)}<clipPath id="fan"><path d="M210 92h220l120 330q-230 60-460 0z"/></clipPath><filter id="soft"><feGaussianBlur stdDeviation="3"/></filter></defs>
    <g clip-path="url(#fan)"><rect x="80" y="80" width="480" height="390" filter="url(#far)" opacity=".75"/>${organ}</g>
    ${lines.map((line, index) => `<text x="20" y="${104 + index * 20}" font-size="13" fill="${index < 2 ? '#fff' : '#F2D24B'}">${line}</text>`).join('')}
    ${Array.from({ length: 8 }, (_, index) => `<path d="M604 ${100 + index * 44}h${index % 2 ? 6 : 11}" stroke="#aaa"/>`).join('')}`;
}

/** Colonies along the streaks of a loop, sparser towards its end. */
function plate(agar: string, edge: string, colony: string, facts: readonly string[]): string {
  const colonies = Array.from({ length: 130 }, (_, index) => {
    const turn = index * 0.147;
    const away = 150 - index * 0.75;
    const x = 215 + Math.cos(turn * 2.1) * away * 0.95;
    const y = 262 + Math.sin(turn * 1.3 + index * 0.02) * away * 0.7;
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${(1.8 + (index % 7) * 0.55).toFixed(1)}"/>`;
  }).join('');
  return `<defs><radialGradient id="agar"><stop offset=".6" stop-color="${agar}"/><stop offset="1" stop-color="${edge}"/></radialGradient></defs>
    <circle cx="215" cy="262" r="184" fill="#2c2f31"/><circle cx="215" cy="262" r="177" fill="url(#agar)" stroke="#d8dcda" stroke-width="3"/>
    <g fill="${colony}" stroke="#0003">${colonies}</g><path d="M92 170q40-66 120-78" stroke="#fff" stroke-width="7" opacity=".22" fill="none" stroke-linecap="round"/>
    ${facts.map((fact, index) => `<text x="428" y="${180 + index * 24}" font-size="${index === 0 ? 17 : 14}" fill="${index === 0 ? '#fff' : '#bbb'}">${fact}</text>`).join('')}`;
}

const pictures: Readonly<Record<string, string>> = {
  Ecografia_Testicular: ultrasound(
    `<ellipse cx="320" cy="268" rx="132" ry="82" fill="#000"/><ellipse cx="320" cy="268" rx="128" ry="78" filter="url(#near)"/><ellipse cx="320" cy="268" rx="130" ry="80" fill="none" stroke="#ddd" stroke-width="3" filter="url(#soft)"/><path d="M205 330q110 60 230 4" stroke="#0a0a0a" stroke-width="16" fill="none" filter="url(#soft)"/>${caliper(192, 268)}${caliper(448, 268)}${caliper(320, 190)}${caliper(320, 346)}`,
    ['TESTÍCULO IZQ', 'L12-4 · MI 0.9', '+ 4.02 cm', '+ 2.49 cm', 'Vol 13.1 ml'],
  ),
  Ecografia_Prostatica_Transrectal: ultrasound(
    `<path d="M320 170c120 0 170 70 150 130-24 66-90 66-150 44-60 22-126 22-150-44-20-60 30-130 150-130z" filter="url(#near)"/><path d="M320 214c60 0 84 34 74 62-12 32-44 34-74 22-30 12-62 10-74-22-10-28 14-62 74-62z" fill="#000" opacity=".45" filter="url(#soft)"/><ellipse cx="320" cy="222" rx="13" ry="20" fill="#000" opacity=".8" filter="url(#soft)"/>${caliper(170, 288)}${caliper(470, 288)}${caliper(320, 170)}${caliper(320, 346)}`,
    ['PRÓSTATA', 'E9-4 · MI 0.7', '+ 4.41 cm', '+ 2.83 cm', 'Vol 23.6 ml'],
  ),
  Resonancia_Craneo: `<defs>${texture('brain', '.028 .034', 1.35, 21)}<filter id="soft"><feGaussianBlur stdDeviation="4"/></filter><clipPath id="inside"><ellipse cx="330" cy="262" rx="118" ry="150"/></clipPath></defs>
    <ellipse cx="330" cy="262" rx="146" ry="180" fill="#cfcfcf"/><ellipse cx="330" cy="262" rx="137" ry="171" fill="#161616"/><ellipse cx="330" cy="262" rx="120" ry="152" fill="#6a6a6a"/>
    <g clip-path="url(#inside)"><rect x="200" y="100" width="260" height="330" filter="url(#brain)" opacity=".55"/><g fill="#141414" filter="url(#soft)"><path d="M322 218c-30-26-38 4-26 40 6 22 16 30 26 20zM338 218c30-26 38 4 26 40-6 22-16 30-26 20z"/><path d="M328 112h4v300h-4z"/></g></g>
    ${['T1 AXIAL', 'TR 520', 'TE 11', 'FOV 240', 'ST 5.0', 'Im 14/24'].map((line, index) => `<text x="20" y="${110 + index * 22}" font-size="14" fill="#bbb">${line}</text>`).join('')}<text x="160" y="268" font-size="16" fill="#fff">R</text><text x="488" y="268" font-size="16" fill="#fff">L</text>`,
  Cultivo_Semen: plate('#7d1f22', '#4f1215', '#d9cfc0', [
    'CULTIVO DE SEMEN',
    'Agar sangre',
    '48 h a 37 °C',
    'Asa 0.001 ml',
    'Enterococcus faecalis',
    '20,000 UFC/ml',
  ]),
  Cultivo_Orina: plate('#5c8f7c', '#38665a', '#e9d66b', [
    'CULTIVO DE ORINA',
    'Agar CLED',
    '48 h a 37 °C',
    'Asa 0.001 ml',
    'Escherichia coli',
    '100,000 UFC/ml',
  ]),
};

/** The image as a device exports it. */
function makePicture(content: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480" font-family="DejaVu Sans, sans-serif"><rect width="640" height="480"/>${content}
    <text x="20" y="28" font-size="15" fill="#fff">Laboratorio de demostración</text><text x="20" y="48" font-size="13" fill="#bbb">Paciente de demostración</text><text x="20" y="473" font-size="10" fill="#999">${NOTICE}</text></svg>`;
  return sharp(Buffer.from(svg)).flatten({ background: '#000' }).jpeg({ quality: 78 }).toBuffer();
}

if (import.meta.main) {
  const folder = path.join(import.meta.dirname, 'demo-files');
  await mkdir(folder, { recursive: true });
  const write = (examType: string, bytes: Buffer) =>
    writeFile(path.join(folder, demoFileFor(examType)), bytes);
  for (const [examType, report] of Object.entries(reports)) {
    await write(examType, await makeReport(report));
  }
  for (const [examType, picture] of Object.entries(pictures)) {
    await write(examType, await makePicture(picture));
  }
}
