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
`,
  false: `
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
`,
  undecidable: `
Azoospermia obstructiva.
La inhibina B es menor de 10 pg/mL.
Se recomienda micro-TESE con éxito del 50 %.
El testículo izquierdo mide 6 mL.
La prolactina es normal.
Azoospermia de causa hormonal.
Sin azoospermia en el hermano.
`,
};
