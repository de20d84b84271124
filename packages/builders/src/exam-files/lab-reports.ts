import type { ClinicalProfile } from '../clinical-profiles.ts';
import {
  type DemoExamType,
  type ImageExamType,
  isDemoExamType,
  isImageExam,
} from '../vocabulary/exam-types.ts';
import { references } from '../vocabulary/references.ts';
import { atLeast, atMost, type Determination, inRange, worded } from './determinations.ts';

export interface LabReport {
  title: string;
  method: string;
  sample: string;
  groups: readonly { name: string; rows: readonly Determination[] }[];
  observations: string;
  /** Parts of a hundred, drawn as a bar below the table. */
  shares?: readonly { name: string; percent: number }[];
  /** Sex chromosomes of the karyogram that is drawn below the table. */
  karyogram?: 'XY' | 'XXY';
}

type Writer = (profile: ClinicalProfile) => LabReport;

const seminogram: Writer = ({ semen }) => {
  const total = Math.round(semen.volume * semen.concentration * 10) / 10;
  const motile = semen.progressive + semen.nonProgressive;
  const none = semen.concentration === 0;
  return {
    title: 'Seminograma (espermatobioscopia directa)',
    method: 'Manual de la OMS para el examen y procesamiento de semen humano, 6.ª edición (2021)',
    sample: `Semen, por masturbación. Abstinencia: ${semen.abstinenceDays} días`,
    groups: [
      {
        name: 'Examen macroscópico',
        rows: [
          worded('Aspecto', 'Gris opalescente', 'Gris opalescente'),
          worded('Licuefacción a 37 °C', 'Completa, 30 min', 'Menos de 60 min'),
          atLeast('Volumen', semen.volume, 'ml', references.volume),
          atLeast('pH', semen.ph, '', references.ph),
        ],
      },
      {
        name: 'Examen microscópico',
        rows: none
          ? [
              atLeast('Concentración espermática', 0, 'millones/ml', references.concentration),
              worded(
                'Búsqueda en sedimento',
                'Sin espermatozoides',
                'Con espermatozoides',
                'Revisar',
              ),
              atMost('Leucocitos', semen.leukocytes, 'millones/ml', references.leukocytes),
            ]
          : [
              atLeast(
                'Concentración espermática',
                semen.concentration,
                'millones/ml',
                references.concentration,
              ),
              atLeast('Cuenta total', total, 'millones', references.totalCount),
              atLeast('Movilidad progresiva', semen.progressive, '%', references.progressive),
              atLeast('Movilidad total', motile, '%', references.totalMotility),
              atLeast('Vitalidad (eosina-nigrosina)', semen.vitality, '%', references.vitality),
              atLeast('Morfología normal (Kruger)', semen.normalForms, '%', references.normalForms),
              atMost('Leucocitos', semen.leukocytes, 'millones/ml', references.leukocytes),
            ],
      },
    ],
    observations: none
      ? 'Se revisó el sedimento completo tras centrifugar a 3 000 g por 15 minutos. Se sugiere repetir en una segunda muestra.'
      : 'Muestra entregada a los 25 minutos de obtenida, completa. Se sugiere correlacionar con la clínica y repetir en 4 a 12 semanas si algún parámetro está fuera de referencia.',
    ...(none
      ? {}
      : {
          shares: [
            { name: 'Progresivos', percent: semen.progressive },
            { name: 'No progresivos', percent: semen.nonProgressive },
            { name: 'Inmóviles', percent: 100 - motile },
          ],
        }),
  };
};

const hormonal: Writer = ({ hormones }) => ({
  title: 'Perfil hormonal masculino',
  method: 'Electroquimioluminiscencia',
  sample: 'Suero, toma entre 07:30 y 09:30 h, ayuno de 8 h',
  groups: [
    {
      name: 'Eje hipófisis-testículo',
      rows: [
        inRange('Hormona foliculoestimulante (FSH)', hormones.fsh, 'mUI/ml', references.fsh),
        inRange('Hormona luteinizante (LH)', hormones.lh, 'mUI/ml', references.lh),
        inRange('Testosterona total', hormones.testosterone, 'ng/dl', references.testosterone),
        inRange('Globulina fijadora (SHBG)', hormones.shbg, 'nmol/l', references.shbg),
      ],
    },
    {
      name: 'Otras determinaciones',
      rows: [
        inRange('Estradiol', hormones.estradiol, 'pg/ml', references.estradiol),
        inRange('Prolactina', hormones.prolactin, 'ng/ml', references.prolactin),
      ],
    },
  ],
  observations:
    'La testosterona varía durante el día; un valor bajo se confirma con una segunda toma matutina.',
});

const thyroid: Writer = ({ thyroid: { tsh, freeT4, freeT3 } }) => ({
  title: 'Perfil tiroideo',
  method: 'Electroquimioluminiscencia',
  sample: 'Suero, ayuno de 8 h',
  groups: [
    {
      name: 'Función tiroidea',
      rows: [
        inRange('Tirotropina (TSH)', tsh, 'µUI/ml', references.tsh),
        inRange('Tiroxina libre (T4L)', freeT4, 'ng/dl', references.freeT4),
        inRange('Triyodotironina libre (T3L)', freeT3, 'pg/ml', references.freeT3),
      ],
    },
  ],
  observations: 'Informar al médico si se toma levotiroxina, biotina o amiodarona.',
});

const inhibin: Writer = ({ hormones }) => ({
  title: 'Inhibina B',
  method: 'Inmunoensayo enzimático (ELISA)',
  sample: 'Suero',
  groups: [
    {
      name: 'Marcadores de espermatogénesis',
      rows: [
        inRange('Inhibina B', hormones.inhibinB, 'pg/ml', references.inhibinB),
        inRange('Hormona foliculoestimulante (FSH)', hormones.fsh, 'mUI/ml', references.fsh),
      ],
    },
  ],
  observations: 'Interpretar junto con la FSH y el volumen testicular.',
});

const glycated: Writer = ({ hba1c }) => ({
  title: 'Hemoglobina glicosilada (HbA1c)',
  method: 'Cromatografía líquida de alta resolución (HPLC)',
  sample: 'Sangre total con EDTA',
  groups: [
    {
      name: 'Control de glucosa',
      rows: [
        atMost('Hemoglobina glicosilada (HbA1c)', hba1c, '%', references.hba1c),
        {
          ...worded('Glucosa promedio estimada', String(Math.round(28.7 * hba1c - 46.7)), '', null),
          unit: 'mg/dl',
        },
      ],
    },
  ],
  observations: 'Refleja el promedio de los últimos 90 a 120 días. No requiere ayuno.',
});

const markers: Writer = ({ seminalPlasma: { fructose, zinc, glucosidase, citrate } }) => ({
  title: 'Marcadores bioquímicos seminales',
  method: 'Espectrofotometría en plasma seminal',
  sample: 'Plasma seminal',
  groups: [
    {
      name: 'Por eyaculado',
      rows: [
        atLeast('Fructosa (vesículas seminales)', fructose, 'µmol', references.fructose),
        atLeast('Zinc (próstata)', zinc, 'µmol', references.zinc),
        atLeast('Alfa-glucosidasa neutra (epidídimo)', glucosidase, 'mU', references.glucosidase),
        atLeast('Ácido cítrico (próstata)', citrate, 'µmol', references.citrate),
      ],
    },
  ],
  observations: 'Valores corregidos por el volumen de la muestra.',
});

const karyotype: Writer = ({ chromosomes }) => ({
  title: 'Cariotipo con bandas G',
  method: 'Cultivo de linfocitos de 72 h, tinción GTG, 500 bandas',
  sample: 'Sangre periférica con heparina',
  groups: [
    {
      name: 'Resultado',
      rows: [
        worded(
          'Fórmula cromosómica',
          chromosomes,
          '46,XY',
          chromosomes === '46,XY' ? null : 'Revisar',
        ),
        worded('Metafases analizadas', '30'),
        worded('Alteraciones estructurales', 'No se observan', 'No se observan'),
      ],
    },
  ],
  observations:
    'No se descartan mosaicismos bajos ni alteraciones menores de 5 Mb. Se recomienda asesoría genética.',
  karyogram: chromosomes === '46,XY' ? 'XY' : 'XXY',
});

const microdeletions: Writer = ({ azfDeletion }) => ({
  title: 'Microdeleciones del cromosoma Y',
  method: 'PCR múltiple según la guía EAA/EMQN',
  sample: 'ADN de sangre periférica',
  groups: [
    {
      name: 'Regiones AZF',
      rows: [
        worded('AZFa (sY84, sY86)', 'Presente', 'Presente'),
        worded('AZFb (sY127, sY134)', 'Presente', 'Presente'),
        azfDeletion === 'AZFc'
          ? worded('AZFc (sY254, sY255)', 'Ausente', 'Presente', 'Revisar')
          : worded('AZFc (sY254, sY255)', 'Presente', 'Presente'),
        worded('Control interno (SRY, ZFX/ZFY)', 'Amplificado', 'Amplificado'),
      ],
    },
  ],
  observations:
    'Una región ausente indica microdeleción. El resultado se entrega con asesoría genética.',
});

const postOrgasm: Writer = ({ postOrgasmSperm }) => ({
  title: 'Orina posterior al orgasmo',
  method: 'Centrifugación y microscopía de campo claro, 400x',
  sample: 'Primera orina después de la eyaculación',
  groups: [
    {
      name: 'Sedimento',
      rows: [
        worded(
          'Espermatozoides por campo',
          String(postOrgasmSperm),
          '0 – 15',
          postOrgasmSperm > 15 ? 'Alto' : null,
        ),
        worded('pH de la orina', '6.5', '5.0 – 8.0'),
        worded('Glucosa', 'Negativa', 'Negativa'),
      ],
    },
  ],
  observations:
    'Se alcalinizó la orina antes de la toma. Relacionar con el volumen del seminograma.',
});

const fragmentation: Writer = ({ dnaFragmentation }) => ({
  title: 'Fragmentación del ADN espermático',
  method: 'Dispersión de la cromatina (SCD)',
  sample: 'Semen',
  groups: [
    {
      name: 'Índice de fragmentación',
      rows: [
        atMost(
          'Espermatozoides con ADN fragmentado',
          dnaFragmentation,
          '%',
          references.dnaFragmentation,
        ),
      ],
    },
  ],
  observations: 'Se evaluaron 500 espermatozoides.',
});

const vitaminD: Writer = (profile) => ({
  title: '25-hidroxivitamina D',
  method: 'Quimioluminiscencia',
  sample: 'Suero',
  groups: [
    {
      name: 'Vitaminas',
      rows: [inRange('25-OH vitamina D', profile.vitaminD, 'ng/ml', references.vitaminD)],
    },
  ],
  observations: 'Valores de 20 a 29 ng/ml se consideran insuficientes.',
});

const writers: Record<Exclude<DemoExamType, ImageExamType>, Writer> = {
  Seminograma: seminogram,
  Hormonal: hormonal,
  perfil_tiroideo: thyroid,
  Inhibina_B: inhibin,
  'Hemoglobina glicosilada': glycated,
  Marcadores_Bioquimicos_Seminales: markers,
  Cariotipo: karyotype,
  Microdelesiones: microdeletions,
  Orina_Post_Orgasmo: postOrgasm,
  Fragmentacion_ADN: fragmentation,
  Vitamina_D: vitaminD,
};

/** What the laboratory found in this exam; a type that nobody knows is read as a seminogram. */
export function writeLabReport(examType: string, profile: ClinicalProfile): LabReport {
  const known = isDemoExamType(examType) && !isImageExam(examType);
  return writers[known ? examType : 'Seminograma'](profile);
}
