import type { Case } from './case.ts';

/** No sperm, pellet examined; high FSH, AZFc deleted, a culture with growth. */
export const azoo: Case = {
  studies: [
    {
      study: 'Seminograma',
      on: '2026-02-20',
      values: { volume: 3.2, concentration: 0, total: 0, pellet: 'none', pH: 7.5 },
    },
    {
      study: 'Hormonal',
      on: '2026-02-21',
      values: { FSH: 22.4, LH: 11.8, testosterone: 210 },
      ranges: { FSH: [1.5, 12.4], LH: [1.7, 8.6], testosterone: [249, 836] },
    },
    { study: 'Microdelesiones', on: '2026-02-25', values: { AZFa: true, AZFb: true, AZFc: false } },
    { study: 'Cultivo_Semen', on: '2026-02-20', values: { growth: true } },
  ],
  true: `
El volumen fue de 3.2 mL.
La concentración es de 0 millones/mL.
El paciente tiene azoospermia.
Se confirma azoospermia tras centrifugar la muestra.
No se observaron espermatozoides.
La FSH es de 22.4 mUI/mL.
La FSH es mayor de 12.4 mUI/mL.
La FSH está por encima de 12.4 mUI/mL.
La FSH está elevada.
La FSH de 22.4 mUI/mL está elevada.
La FSH está fuera del rango de referencia.
La FSH no es normal.
La LH es de 11.8 mUI/mL.
La LH supera 8.6 mUI/mL.
La LH es superior a 8.6 mUI/mL.
La testosterona total es de 210 ng/dL.
La testosterona total es menor de 300 ng/dL.
La testosterona total está por debajo de 249 ng/dL.
La testosterona total está baja.
Hay microdeleción en AZFc.
La región AZFc está ausente.
Ausencia de la región AZFc.
Se detectó deleción de AZFc.
No hay microdeleción en AZFa ni AZFb.
AZFa y AZFb presentes.
El cultivo de semen fue positivo.
Hubo crecimiento en el cultivo de semen.
El cultivo de semen mostró desarrollo.
El volumen es mayor de 1.4 mL.
La FSH es de veintidós.
Sin espermatozoides en la muestra.
La LH está fuera del rango de referencia.
La testosterona total no alcanza 300 ng/dL.
La FSH no es menor de 12.4 mUI/mL.
Sin microdeleción en AZFa ni en AZFb.
La FSH está por encima del rango.
AZFc ausente.
La FSH (22.4 mUI/mL) y la LH (11.8 mUI/mL) están elevadas.
La FSH está elevada y la testosterona baja.
Azoospermia confirmada en el sedimento.
No se observaron espermatozoides en la muestra ni en el sedimento centrifugado.
Se detectó una microdeleción en la región AZFc del cromosoma Y.
AZFa y AZFb están presentes; AZFc está ausente.
La testosterona total es de 210 ng/dL, por debajo del rango del laboratorio (249 a 836 ng/dL).
| FSH | 22.4 mUI/mL | Elevada |
El pH de 7.5 es mayor de 7.2.
El volumen de 3.2 mL está entre el percentil 50 y el 75.
`,
  false: String.raw`
El volumen fue de 2.2 mL.
La concentración es de 10 millones/mL.
No hay azoospermia.
Se descarta azoospermia.
La FSH es de 12.4 mUI/mL.
La FSH es menor de 12.4 mUI/mL.
La FSH es normal.
La FSH está dentro del rango de referencia.
La FSH está en rango normal.
La FSH de 22.4 mUI/mL es normal.
La FSH no está elevada.
La FSH está baja.
La LH es normal.
La LH está entre 1.7 y 8.6 mUI/mL.
La testosterona total es normal.
La testosterona total es mayor de 300 ng/dL.
La testosterona total está elevada.
La testosterona total de 210 ng/dL está dentro del rango.
No hay microdeleción en AZFc.
Sin microdeleciones en AZFa, AZFb y AZFc.
La región AZFc está presente.
Las regiones AZFa, AZFb y AZFc están presentes.
Hay microdeleción en AZFa.
El cultivo de semen fue negativo.
El cultivo de semen no mostró desarrollo.
Cultivo de semen sin crecimiento.
El volumen es menor de 1.4 mL.
Se observaron 5 millones/mL de concentración.
Sin azoospermia ni microdeleciones.
La LH no supera 8.6 mUI/mL.
Sin microdeleción en AZFb ni en AZFc.
El cultivo de semen se reporta sin desarrollo.
La testosterona total rebasa 300 ng/dL.
Se observaron espermatozoides en el sedimento.
La FSH está dentro del rango.
Oligozoospermia severa.
AZFc conservada y AZFa ausente.
El cultivo seminal fue negativo.
Criptozoospermia.
La muestra del 20 de febrero de 2026 mostró 3.2 millones/mL.
El volumen de 3.2 mL está por debajo del percentil 5.
El volumen de 3.2 mL está por encima del percentil 75.
Azoospermia: se observaron espermatozoides en el sedimento.
No se realizó la revisión del sedimento, por lo que no hay azoospermia.
Hay espermatozoides en la muestra.
La FSH de 22.4 mUI/mL es menor que la LH de 11.8 mUI/mL.
La FSH es el triple del límite superior (12.4 mUI/mL).
La FSH es de 22.4 mUI/mL, dentro de 1.5 a 12.4.
La LH de 11.8 mUI/mL está dentro del rango (1.7 a 8.6).
La testosterona de 210 ng/dL está por encima de 249 ng/dL.
La testosterona de 210 ng/dL es normal para el laboratorio.
La testosterona de 21.0 ng/dL está baja.
Testosterona: 210 ng/mL.
La testosterona es de 2.10 ng/dL.
La región AZFa está deletada.
Deleción de AZFb.
AZFa, AZFb y AZFc ausentes.
AZFa, AZFb y AZFc presentes.
Las tres regiones AZF están conservadas.
El estudio de microdeleciones fue normal.
No se encontraron microdeleciones del cromosoma Y.
El cultivo no presentó crecimiento.
El cultivo de orina tuvo crecimiento.
El pH de 7.5 es menor de 7.2.
El pH es ácido, de 7.5.
La LH y la testosterona están elevadas.
La FSH y la testosterona están elevadas.
La LH está baja y la FSH elevada.
FSH 22.4 (alta), LH 11.8 (normal).
FSH 22.4 mUI/mL (normal).
FSH: 22.4 mUI/mL ↓
| FSH | 22.4 | Normal |
| Hormona | Valor | Interpretación |\n|---|---|---|\n| FSH | 22.4 mUI/mL | Dentro del rango |
| Testosterona | 210 ng/dL | Alta |
Concentración: 0 millones/mL (normal).
Oligozoospermia severa con 0 millones/mL.
Sin datos de azoospermia.
Se descartó azoospermia con el sedimento.
`,
  undecidable: `
Azoospermia obstructiva.
La inhibina B es menor de 10 pg/mL.
Se recomienda micro-TESE con éxito del 50 %.
El testículo izquierdo mide 6 mL.
La prolactina es normal.
Azoospermia de causa hormonal.
Sin azoospermia en el hermano.
La azoospermia es no obstructiva por la FSH de 22.4 mUI/mL.
La deleción de AZFc permite recuperar espermatozoides con micro-TESE.
El pronóstico de recuperación es de 50 %.
FSH de 22.4 mUI/mL, compatible con falla testicular primaria.
Los hijos varones heredarán la deleción de AZFc.
El cultivo creció Enterococcus faecalis.
La testosterona de 210 ng/dL explica el cansancio.
La inhibina B es baja.
Repetir la FSH: 22.4 mUI/mL en 3 meses.
La azoospermia se confirmó en dos muestras.
El paciente niega azoospermia.
La esposa tiene FSH elevada.
`,
};
