import type { Case } from './case.ts';

/** Names that fit several analytes with different values. */
export const shortNames: Case = {
  studies: [
    {
      study: 'Seminograma',
      on: '2026-09-15',
      values: {
        volume: 2.4,
        concentration: 9.5,
        total: 22.8,
        PR: 22,
        NP: 10,
        IM: 68,
        motility: 32,
        vitality: 61,
        forms: 3,
        head: 70,
        tail: 20,
        midpiece: 30,
        pH: 7.6,
        leukocytes: 0.4,
        marIgG: 12,
        marIgA: 5,
      },
    },
    {
      study: 'Seminograma',
      on: '2026-03-10',
      values: {
        volume: 3.1,
        concentration: 12,
        total: 37.2,
        PR: 28,
        NP: 9,
        IM: 63,
        motility: 37,
        vitality: 65,
        forms: 5,
        pH: 7.8,
      },
    },
    {
      study: 'Hormonal',
      on: '2026-09-10',
      values: {
        FSH: 9.8,
        LH: 6.1,
        testosterone: 287,
        freeTestosterone: 54,
        prolactin: 12.3,
        estradiol: 31,
      },
      ranges: {
        FSH: [1.5, 12.4],
        LH: [1.7, 8.6],
        testosterone: [249, 836],
        prolactin: [4, 15.2],
      },
    },
    {
      study: 'Hormonal',
      on: '2026-03-05',
      values: { FSH: 7.2, LH: 5, testosterone: 340 },
      ranges: { FSH: [1.5, 12.4], testosterone: [249, 836] },
    },
    { study: 'Fragmentación de ADN', on: '2026-09-15', values: { DFI: 34, HDS: 9 } },
    {
      study: 'Vitaminas',
      on: '2026-09-10',
      values: {},
      rows: {
        'Vitamina D (25-OH)': [18, 'ng/mL'],
        'Vitamina D (1,25-OH)': [45, 'pg/mL'],
        Ferritina: [88, 'ng/mL'],
      },
    },
    { study: 'Ecografia_Testicular', on: '2026-09-20', values: { rightTestis: 14, leftTestis: 9 } },
  ],
  true: String.raw`
La concentración más reciente fue de 9.5 millones por mililitro.
En marzo de 2026 la concentración fue de 12 millones por mililitro.
La concentración bajó de 12 a 9.5 millones/mL entre marzo y septiembre.
La movilidad progresiva es del 22 %, por debajo del percentil 5 de la OMS 2021.
La movilidad total fue de 32 % y la progresiva de 22 %.
Tu volumen de 2.4 mL supera el mínimo del laboratorio.
La FSH es de 9.8 mUI/mL, dentro del rango de 1.5 a 12.4.
La FSH subió de 7.2 a 9.8 mUI/mL.
La testosterona total es de 287 ng/dL.
La testosterona libre es de 54 pg/mL.
Formas normales: 3 %.
Se observa oligozoospermia.
Hay astenozoospermia.
Se encontró teratozoospermia en la última muestra.
No hay azoospermia.
El índice de fragmentación del ADN fue de 34 %.
El testículo izquierdo mide 9 mL y el derecho 14 mL.
Los leucocitos fueron 0.4 millones por mL, menos de 1 millón.
La concentración es menor de 10 millones por mililitro.
La LH se encuentra entre 5 y 7 mUI/mL.
La prolactina está en 12.3 ng/mL.
El pH fue 7.6.
El 10 de septiembre la LH fue de 6.1 mUI/mL.
La ferritina fue de 88 ng/mL.
Inmóviles 68 %.
El número total fue de 22.8 millones por eyaculado, inferior a 39 millones.
| Analito | Resultado |\n|---|---|\n| FSH | 9.8 mUI/mL |\n| LH | 6.1 mUI/mL |
La MAR IgG fue de 12 %.
La vitamina D (25-OH) fue de 18 ng/mL.
La IgA fue de 5 %.
La motilidad está por debajo del percentil 5.
La motilidad es menor de 40 %.
La motilidad está entre 20 y 40 %.
`,
  false: String.raw`
La última concentración fue de 12 millones por mililitro.
La concentración es mayor de 15 millones por mililitro.
En marzo de 2026 la concentración fue de 9.5 millones por mililitro.
La concentración subió de 9.5 a 12 millones/mL entre marzo y septiembre.
La movilidad progresiva es del 32 %.
La movilidad total fue de 22 % y la progresiva de 32 %.
La FSH está por encima del rango del laboratorio.
La testosterona total está por debajo del rango del laboratorio.
La testosterona libre es de 287 ng/dL.
La testosterona total es de 54 pg/mL.
Formas normales: 5 % en la muestra más reciente.
No se observa oligozoospermia.
La movilidad es normal.
La concentración se encuentra dentro de parámetros normales.
Hay azoospermia.
El índice de fragmentación del ADN fue de 24 %.
El testículo derecho mide 9 mL.
El testículo izquierdo es más grande que el derecho.
Los leucocitos superan 1 millón por mL.
La FSH es de 98 mUI/mL.
La LH se encuentra entre 7 y 9 mUI/mL.
La concentración está por encima del percentil 5.
La morfología no muestra teratozoospermia.
Volumen: 24 mL.
El 5 de marzo la FSH fue de 9.8 mUI/mL.
La FSH bajó de 9.8 a 7.2 mUI/mL.
El número total fue de 228 millones por eyaculado.
Más de la mitad de los espermatozoides se mueven.
Todos los valores del seminograma son normales.
| Analito | Resultado |\n|---|---|\n| FSH | 8.9 mUI/mL |\n| LH | 6.1 mUI/mL |
La vitamina D (25-OH) fue de 45 ng/mL.
La vitalidad fue de sesenta y cinco por ciento en septiembre.
El normozoospérmico resultado tranquiliza: 9.5 millones/mL es normozoospermia.
La motilidad es de 50 %.
La testosterona es de 900 ng/dL.
La motilidad está por encima del percentil 5.
`,
  undecidable: `
La movilidad es de 22 %.
La motilidad es de 32 %.
La testosterona es de 54 pg/mL.
La testosterona es de 287 ng/dL.
La vitamina D es de 18 ng/mL.
La vitamina D fue de 45 pg/mL.
Los defectos son del 20 %.
La MAR fue de 12 %.
El testículo mide 9 mL.
El volumen fue de 9 mL.
La FSH es de ⅖ del valor esperado.
La motilidad de a es de 22 %.
La zinquemia es de 90 µg/dL.
La FSH está en nivel IX.
La inhibina B es de 80 pg/mL.
La motilidad fue del 22 % y es baja.
La morfología fue de 3 %.
La morfología es de 70 %.
La fragmentación es de 9 %.
El ADN mostró 34 %.
La motilidad es normal en el 37 %.
La prolactina fue cercana a trece.
Su pareja tiene FSH de 9.8 mUI/mL.
La FSH llegará a 9.8 mUI/mL en un año.
Si la FSH fuera de 9.8 mUI/mL habría que repetirla.
La FSH no siempre es de 9.8 mUI/mL.
La FSH de 9.8 mUI/mL confirma un daño testicular.
La movilidad progresiva de 22 % mejorará con vitaminas.
En Laboratorio Azteca la FSH fue de 9.8 mUI/mL.
Quizá la LH sea de 6.1 mUI/mL.
Hace tres años la FSH fue de 7.2 mUI/mL.
Antes la FSH era de 9.8 mUI/mL.
Después del tratamiento la FSH fue de 7.2 mUI/mL.
La segunda muestra tuvo 12 millones/mL.
La vitalidad está dentro del rango del laboratorio (61 %).
La progresiva es de 22 % en promedio de la motilidad.
La MAR es de 5 %.
La FSH y la testosterona, de 9.8 mUI/mL y 54 pg/mL.
La motilidad está entre 20 y 25 %.
La motilidad supera 30 %.
`,
};

/** No sperm, and one missing region. */
export const azfc: Case = {
  studies: [
    {
      study: 'Seminograma',
      on: '2026-08-04',
      values: { volume: 1.1, concentration: 0, total: 0, pH: 6.8, pellet: 'none' },
    },
    {
      study: 'Hormonal',
      on: '2026-08-06',
      values: { FSH: 22.5, LH: 12, testosterone: 210 },
      ranges: { FSH: [1.5, 12.4], LH: [1.7, 8.6], testosterone: [249, 836] },
    },
    { study: 'Microdelesiones', on: '2026-08-20', values: { AZFa: true, AZFb: true, AZFc: false } },
    { study: 'Cultivo_Semen', on: '2026-08-04', values: { growth: false } },
  ],
  true: `
Azoospermia en la muestra del 4 de agosto.
No se observaron espermatozoides.
La FSH es de 22.5 mUI/mL, por encima del rango del laboratorio.
La testosterona total de 210 ng/dL está por debajo del rango.
Hay una microdeleción de AZFc.
AZFa y AZFb están presentes.
El cultivo de semen no tuvo desarrollo.
El volumen fue de 1.1 mL, por debajo del percentil 5.
La LH es mayor de 8.6 mUI/mL.
La FSH es de veintidós punto cinco mUI/mL.
`,
  false: `
No hay microdeleciones del cromosoma Y.
AZFc está presente.
Hay deleción de AZFa.
El cultivo fue positivo.
Se aisló Escherichia coli en el semen.
Se observaron espermatozoides escasos.
Oligozoospermia severa.
La FSH es normal.
La FSH es de 2.25 mUI/mL.
La testosterona total es normal, de 210 ng/dL.
La LH es menor de 8.6 mUI/mL.
El sedimento mostró espermatozoides.
El volumen es normal.
La concentración es de 1 millón por mililitro.
AZFa, AZFb y AZFc presentes.
Normozoospermia.
`,
  undecidable: `
La azoospermia es obstructiva.
La azoospermia es no obstructiva.
La motilidad fue de 0 %.
El cariotipo es 46,XY.
La vitalidad es de 0 %.
Podría haber espermatozoides en el testículo.
La biopsia no encontró espermatozoides.
El urocultivo fue negativo.
`,
};

/** All values over the 5th centile. */
export const thyroid: Case = {
  studies: [
    {
      study: 'Seminograma',
      on: '2026-10-01',
      values: {
        volume: 3.6,
        concentration: 72,
        total: 259.2,
        PR: 58,
        NP: 6,
        IM: 36,
        motility: 64,
        vitality: 82,
        forms: 7,
        pH: 7.5,
      },
    },
    {
      study: 'Hormonal',
      on: '2026-10-02',
      values: { FSH: 3.4, testosterone: 512 },
      ranges: { FSH: [1.5, 12.4], testosterone: [249, 836] },
    },
    {
      study: 'perfil_tiroideo',
      on: '2026-10-02',
      values: { TSH: 1.9, T4: 1.2, totalT4: 8.1 },
      ranges: { TSH: [0.4, 4] },
    },
    { study: 'Hemoglobina glicosilada', on: '2026-10-02', values: { hba1c: 5.4 } },
    { study: 'Cultivo_Semen', on: '2026-10-01', values: { growth: true } },
  ],
  true: `
Los resultados muestran normozoospermia.
La concentración de 72 millones/mL está por encima del percentil 50.
La TSH es de 1.9 µUI/mL, dentro del rango.
La hemoglobina glicosilada es de 5.4 %.
La testosterona total es de 512 ng/dL.
No hay oligozoospermia ni astenozoospermia.
El cultivo de semen tuvo desarrollo.
La T4 libre es de 1.2 ng/dL.
`,
  false: `
Hay teratozoospermia.
El cultivo de semen fue negativo.
La TSH está elevada.
La concentración de 72 millones/mL está por debajo del percentil 50.
La hemoglobina glicosilada es de 54 %.
Las formas normales, de 7 %, están por debajo del percentil 5.
Hay necrozoospermia.
La T4 libre es de 8.1 µg/dL.
La FSH es menor de 3 mUI/mL.
La T4 libre es de 1.9 ng/dL.
`,
  undecidable: `
La T4 es de 1.2 ng/dL.
La T4 fue de 8.1 µg/dL.
La motilidad es de 58 %.
La motilidad es de 64 %.
Hay criptozoospermia en el eyaculado previo.
El cultivo fue positivo para gonococo.
Con 72 millones/mL el embarazo está asegurado.
La prolactina es de 8 ng/mL.
`,
};
