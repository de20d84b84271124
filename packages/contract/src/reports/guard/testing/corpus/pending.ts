import type { Case } from './case.ts';

/** None seen in the fresh sample, whose pellet was not examined; AZFa and AZFb deleted, no sperm in the urine. */
export const pending: Case = {
  studies: [
    {
      study: 'Seminograma',
      on: '2026-07-03',
      values: { volume: 0.4, concentration: 0, total: 0, pH: 6.6 },
    },
    {
      study: 'Hormonal',
      on: '2026-07-06',
      values: { FSH: 31.5, LH: 14.2, testosterone: 305 },
      ranges: { FSH: [1.5, 12.4], LH: [1.7, 8.6], testosterone: [249, 836] },
    },
    { study: 'Inhibina_B', on: '2026-07-06', values: { inhibinB: 12 } },
    {
      study: 'Microdelesiones',
      on: '2026-07-10',
      values: { AZFa: false, AZFb: false, AZFc: true },
    },
    { study: 'Orina_Post_Orgasmo', on: '2026-07-03', values: { urine: 'none' } },
  ],
  true: String.raw`
No se observaron espermatozoides en la muestra en fresco.
La concentración es de 0 millones/mL.
No se encontraron espermatozoides.
Cero espermatozoides en el conteo.
El volumen de 0.4 mL es bajo: está por debajo del percentil 5.
El volumen no alcanza 1.4 mL.
El pH es de 6.6.
El pH es menor de 7.2.
La FSH es de 31.5 mUI/mL, más del doble del límite superior de 12.4.
La FSH está elevada.
La FSH es superior a 30 mUI/mL.
La LH rebasa el rango del laboratorio.
La LH, de 14.2 mUI/mL, está por arriba de 8.6.
La testosterona de 305 ng/dL está dentro del rango del laboratorio.
La testosterona no está baja.
La inhibina B es de 12 pg/mL.
Hay microdeleción de AZFa y AZFb.
Se detectó la deleción de las regiones AZFa y AZFb.
La región AZFc está presente.
AZFa ausente, AZFb ausente, AZFc presente.
La región AZFc está conservada.
No se observaron espermatozoides en la orina posterior al orgasmo.
FSH: 31.5 mUI/mL (1.5-12.4).
| Hormona | Valor |\n|---|---|\n| FSH | 31.5 |\n| LH | 14.2 |\n| Testosterona | 305 |
La testosterona se ubica entre 249 y 836 ng/dL.
El volumen fue de 0,4 mL.
En la muestra no hubo espermatozoides.
Ausencia de espermatozoides en el examen directo.
Hipospermia: volumen de 0.4 mL.
La FSH sobrepasa por mucho el límite superior del laboratorio.
FSH alta, de 31.5 mUI/mL.
Inhibina B de 12 pg/mL.
Deleción completa de AZFa y AZFb, con AZFc presente.
La testosterona se mantiene en rango: 305 ng/dL.
pH ácido de 6.6.
No se encontraron espermatozoides en la orina.
Orina posterior al orgasmo sin espermatozoides.
LH 14.2 mUI/mL (VR 1.7-8.6).
La FSH, mayor del rango, es de 31.5 mUI/mL.
La FSH está arriba de 12.4 mUI/mL.
Deleciones en AZFa y AZFb.
No hay deleción de AZFc.
La testosterona es normal.
La orina no mostró espermatozoides.
Volumen de 0.4 mL, menor que 1.4 mL.
`,
  false: String.raw`
Se observaron espermatozoides en la muestra.
La concentración es de 1 millón/mL.
Hay escasos espermatozoides.
El volumen de 0.4 mL está por encima del percentil 5.
El volumen alcanza 1.4 mL.
El volumen es normal.
El volumen es de 4 mL.
El pH es de 7.6.
El pH es mayor de 7.2.
La FSH es de 13.5 mUI/mL.
La FSH es normal.
La FSH no está elevada.
La FSH está baja.
La FSH es inferior a 30 mUI/mL.
La FSH no rebasa 12.4 mUI/mL.
La LH está dentro del rango.
La LH, de 12.4 mUI/mL, está elevada.
La testosterona está por debajo del rango del laboratorio.
La testosterona es baja.
La inhibina B es de 120 pg/mL.
La inhibina B es mayor de 80 pg/mL.
No hay microdeleciones.
No se detectaron microdeleciones del cromosoma Y.
Sin microdeleciones AZF.
Hay microdeleción de AZFc.
La región AZFa está conservada.
AZFa, AZFb y AZFc presentes.
Se perdieron AZFa, AZFb y AZFc.
AZFa y AZFb presentes; AZFc ausente.
Se observaron espermatozoides en la orina posterior al orgasmo.
Hay espermatozoides en la orina.
| Hormona | Valor |\n|---|---|\n| FSH | 13.5 |\n| LH | 14.2 |
La testosterona se ubica entre 350 y 836 ng/dL.
La motilidad progresiva es de 32 %.
Motilidad normal.
La testosterona supera 400 ng/dL.
FSH treinta y cinco punto uno mUI/mL.
Los espermatozoides son escasos pero móviles.
Todas las regiones AZF están presentes.
Ninguna región AZF está ausente.
El perfil hormonal está dentro de los rangos del laboratorio.
En la muestra hubo espermatozoides.
Se aprecian espermatozoides móviles en fresco.
El volumen es adecuado.
El volumen, 0.4 mL, rebasa el percentil 5.
La FSH se encuentra en límites normales.
FSH baja, de 31.5 mUI/mL.
FSH y LH normales.
FSH, LH y testosterona dentro de rango.
Inhibina B de 21 pg/mL.
Sin deleciones en AZFa ni AZFb.
Deleción de AZFb y AZFc.
Deleción aislada de AZFc.
La testosterona está disminuida: 305 ng/dL.
pH alcalino de 7.9.
Se encontraron espermatozoides en la orina.
Orina posterior al orgasmo con espermatozoides.
LH 14.2 mUI/mL (VR 1.7-18.6).
Concentración mayor de 0.1 millones/mL.
Espermatozoides presentes.
Cuenta de 2 millones de espermatozoides por mL.
Eyaculación retrógrada confirmada por espermatozoides en orina.
La FSH, menor del rango, es de 31.5 mUI/mL.
La FSH está abajo de 12.4 mUI/mL.
Deleciones en AZFb y AZFc.
No hay deleción de AZFa.
Solo AZFa está ausente, con AZFb y AZFc presentes.
La testosterona es anormal.
La orina mostró espermatozoides.
Volumen de 0.4 mL, mayor que 1.4 mL.
LH dentro del rango, de 14.2 mUI/mL.
Inhibina B de 12 ng/mL.
Se contaron 12 millones de espermatozoides por mililitro.
FSH (31.5) normal.
Oligozoospermia severa con 2 millones/mL.
`,
  undecidable: `
Azoospermia obstructiva.
Azoospermia no obstructiva confirmada.
La azoospermia es definitiva.
El cultivo de semen fue negativo.
Cultivo sin desarrollo.
El cariotipo es 47,XXY.
La prolactina es normal.
Prolactina 10.
La morfología es de 4 %.
Teratozoospermia.
Vitalidad de 60 %.
El volumen testicular es de 8 mL.
La TSE de 31.5 mm.
Su padre tuvo azoospermia.
Si hubiera azoospermia, se haría una biopsia.
Azoospermia.
Azoospermia secretora.
Síndrome de Klinefelter.
Aspermia.
Oligozoospermia.
La biopsia mostró espermatozoides.
Estradiol 20.
La FSH de su hermano es de 31.5 mUI/mL.
Síndrome de solo células de Sertoli.
Azoospermia de origen testicular.
La muestra de la biopsia tuvo 0 espermatozoides móviles.
`,
};
