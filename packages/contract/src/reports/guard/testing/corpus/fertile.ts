import type { Case } from './case.ts';

/** Every value above the fifth centile. */
export const fertile: Case = {
  studies: [
    {
      study: 'Seminograma',
      on: '2026-01-15',
      values: {
        volume: 3.4,
        concentration: 72,
        total: 244.8,
        PR: 58,
        NP: 8,
        IM: 34,
        motility: 66,
        vitality: 82,
        forms: 9,
        pH: 7.7,
      },
    },
  ],
  true: `
La concentración es de 72 millones/mL.
El conteo total es de 244.8 millones por eyaculado.
La motilidad progresiva es de 58 %.
La concentración es mayor de 16 millones/mL.
La concentración supera el percentil 5.
La concentración está por encima del percentil 5 de la OMS.
La concentración está entre los percentiles 50 y 75.
La motilidad progresiva es superior a 30 %.
La vitalidad es mayor de 54 %.
No hay oligozoospermia.
Sin astenozoospermia.
No presenta teratozoospermia.
No hay azoospermia.
La morfología es de 9 % de formas normales.
El volumen es de 3.4 mL.
Volumen de 3,4 mL.
Sin oligozoospermia, astenozoospermia ni teratozoospermia.
No hay oligozoospermia ni astenozoospermia.
La vitalidad no es inferior a 54 %.
La motilidad progresiva rebasa el 30 %.
El 34 % de los espermatozoides son inmóviles.
| Concentración | 72 millones/mL |
La concentración está por encima del percentil 5.
`,
  false: `
La concentración es de 27 millones/mL.
La concentración es menor de 16 millones/mL.
La concentración está por debajo del percentil 5.
La motilidad progresiva es inferior a 30 %.
La motilidad progresiva está bajo el percentil 5.
El paciente tiene oligozoospermia.
Hay astenozoospermia leve.
Presenta teratozoospermia.
Tiene azoospermia.
Hay necrozoospermia.
La vitalidad es menor de 54 %.
La concentración está entre 16 y 39 millones/mL.
La morfología es menor de 4 %.
Oligoastenozoospermia.
Con 72 millones/mL de concentración hay oligozoospermia.
El volumen es de 34 mL.
No alcanza 16 millones/mL de concentración.
La motilidad progresiva no llega a 30 %.
| Concentración | 7.2 millones/mL |
La concentración está entre los percentiles 5 y 10.
Astenozoospermia.
Se encontró teratozoospermia.
La concentración y las formas normales quedaron por debajo del percentil 5.
`,
  undecidable: `
La FSH es normal.
La FSH es de 5.1 mUI/mL.
Fertilidad normal.
La pareja tiene 34 años.
El paciente tiene 2 hijos.
No hay microdeleciones en AZFc.
El cultivo de semen fue negativo.
El seminograma tiene un valor de setenta y dos.
Sin datos de varicocele ni hidrocele.
`,
};
