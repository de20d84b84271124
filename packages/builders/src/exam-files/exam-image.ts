import sharp from 'sharp';
import type { ClinicalProfile, Culture } from '../clinical-profiles.ts';
import type { ImageExamType } from '../vocabulary/exam-types.ts';
import { agars, paintPlate } from './culture.ts';
import type { Grain } from './noise.ts';
import { dim, drawText, IMAGE_HEIGHT, IMAGE_WIDTH, type Raster, white, yellow } from './raster.ts';
import { paintHead } from './resonance.ts';
import { paintProstate, paintTestis } from './ultrasound.ts';

export interface ExamImageOptions {
  examType: ImageExamType;
  patientName: string;
  takenAt: Date;
  laboratoryName: string;
  folio: string;
  profile: ClinicalProfile;
  grain: Grain;
}

type Painter = (options: ExamImageOptions) => Raster;

const painters: Record<ImageExamType, Painter> = {
  Ecografia_Testicular: ({ profile, grain }) => {
    const { left, varicocele } = profile.testes;
    const raster = paintTestis(profile, grain);
    const long = 3.05 * Math.cbrt(left / 11);
    drawMeasures(raster, [
      'TESTÍCULO IZQ  L12-4  MI 0.9',
      `+ ${long.toFixed(2)} cm   + ${(long * 0.62).toFixed(2)} cm   Vol ${left.toFixed(1)} ml`,
      ...(varicocele > 1 ? [`Plexo dilatado, reflujo con Valsalva (grado ${varicocele})`] : []),
    ]);
    return raster;
  },
  Ecografia_Prostatica_Transrectal: ({ profile, grain }) => {
    const raster = paintProstate(profile, grain);
    const wide = 4.3 * Math.cbrt(profile.prostate / 22);
    drawMeasures(raster, [
      'PRÓSTATA TRANS  E9-4  MI 0.7',
      `+ ${wide.toFixed(2)} cm   + ${(wide * 0.64).toFixed(2)} cm   Vol ${profile.prostate.toFixed(1)} ml`,
    ]);
    return raster;
  },
  Resonancia_Craneo: ({ grain }) => {
    const raster = paintHead(grain);
    const side = { scale: 2, colour: dim } as const;
    for (const [index, line] of ['T1 AXIAL', 'TR 520', 'TE 11', 'FOV 240', 'ST 5.0'].entries()) {
      drawText(raster, line, 16, 96 + index * 22, side);
    }
    drawText(raster, 'R', 140, 246, { colour: white });
    drawText(raster, 'L', 490, 246, { colour: white });
    drawText(raster, 'Im 14/24', 624, 96, { ...side, align: 'right' });
    return raster;
  },
  Cultivo_Semen: (options) =>
    paintCulture(
      options,
      'CULTIVO DE SEMEN',
      'Agar sangre',
      options.profile.semenCulture,
      agars.blood,
    ),
  Cultivo_Orina: (options) =>
    paintCulture(
      options,
      'CULTIVO DE ORINA',
      'Agar CLED',
      options.profile.urineCulture,
      agars.cled,
    ),
};

function drawMeasures(raster: Raster, lines: readonly string[]): void {
  for (const [index, line] of lines.entries()) {
    const y = IMAGE_HEIGHT - 58 + (index - lines.length + 2) * 18;
    drawText(raster, line, 16, y - 10, { colour: index === 0 ? white : yellow });
  }
}

function paintCulture(
  { grain }: ExamImageOptions,
  title: string,
  medium: string,
  culture: Culture,
  agar: (typeof agars)[keyof typeof agars],
): Raster {
  const raster = paintPlate(culture, agar, grain);
  drawText(raster, title, 432, 150);
  const grown = culture.organism !== null;
  const [genus = '', species = ''] = (culture.organism ?? 'Sin desarrollo').split(' ');
  const facts = [medium, '48 h a 37 °C', 'Asa 0.001 ml'];
  for (const [index, fact] of facts.entries()) {
    drawText(raster, fact, 432, 184 + index * 22, { colour: dim });
  }
  drawText(raster, genus, 432, 270, { colour: yellow });
  drawText(raster, species, 432, 290, { colour: yellow });
  if (grown) {
    drawText(raster, `${culture.count.toLocaleString('en-US')} UFC/ml`, 432, 318, {
      colour: yellow,
    });
  }
  return raster;
}

const stampFormat = new Intl.DateTimeFormat('es-MX', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'America/Mexico_City',
});

/** The image of a study as the equipment writes it, 640 by 480, with who, when and where. */
export function buildExamImage(options: ExamImageOptions): Promise<Buffer> {
  const raster = painters[options.examType](options);
  drawText(raster, options.laboratoryName, 16, 12);
  drawText(raster, options.patientName, 16, 33, { colour: dim });
  const stamp = stampFormat.format(options.takenAt).replace(',', '');
  drawText(raster, `${stamp}  ${options.folio}`, 16, 54, { colour: dim });
  drawText(raster, 'Documento de demostración · datos ficticios · sin validez médica', 16, 466, {
    scale: 1,
    colour: dim,
  });
  return sharp(raster.data, { raw: { width: IMAGE_WIDTH, height: IMAGE_HEIGHT, channels: 3 } })
    .jpeg({ quality: 74 })
    .toBuffer();
}
