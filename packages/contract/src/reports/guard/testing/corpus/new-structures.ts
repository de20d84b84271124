import type { Sentences } from './case.ts';

/** Headings, columns, items, broken lines, struck text and lists, written with the code at hand. */
export const newStructures: Readonly<Record<string, Partial<Sentences>>> = {
  mixed: {
    true: String.raw`
## Resumen\n\nLa FSH es de 9.4 mUI/mL.
## Resultados del seminograma\n\n- Concentración: 12 millones/mL
**Perfil hormonal:**\n\n- FSH: 9.4 mUI/mL
### Interpretación\n\nLa prolactina está elevada.
| Parámetro | Resultado | Unidad |\n|---|---|---|\n| FSH | 9.4 | mUI/mL |
La concentración es de\n12 millones/mL.
FSH previa: 6.3 mUI/mL; FSH actual: 9.4 mUI/mL.
La testosterona es como mínimo de 264 ng/dL.
Las formas normales, de 2 %, están por debajo del percentil 2.5 (3 %).
Inmóviles 60 %, por encima del percentil 95 (58 %).
Movilidad a+b de 34 %.
PR + NP = 40 %.
AZFa y AZFb presentes y AZFc ausente.
Con deleción de AZFc, sin deleción de AZFa.
Fecha de toma: 22/09/2026\n\nVitalidad: 57 %
| FSH | 9.4 | mUI/mL | Normal |
9.4 mUI/mL de FSH y 7.2 mUI/mL de LH.
Concentración: 12.000.000/mL
Concentración: 1.2 x 10^7/mL
Cuenta total: 21.6 x 10^6 por eyaculado
Testosterona 9.92 nmol/L.
El percentil 5 de la OMS 2010 para PR es 32 %.
`,
    false: String.raw`
Ejemplo:\n\n- FSH: 9.4 mUI/mL\n- LH: 7.2 mUI/mL
## Valores ideales\n\n- FSH: 9.4 mUI/mL
## Meta a seis meses\n\n- Concentración: 12 millones/mL
## Postcapacitación\n\nConcentración: 12 millones/mL
## Segunda muestra lavada\n\nConcentración: 12 millones/mL
## Ella\n\nFSH: 9.4 mUI/mL
### Señora Gómez\n\nFSH: 9.4 mUI/mL
**Hace un año**\n\nFSH: 9.4 mUI/mL
**Antes del tratamiento**\n\nVitalidad: 57 %
Resultado esperado tras la cirugía:\n\nConcentración: 12 millones/mL
## Lo que no tiene\n\n- Concentración: 12 millones/mL
## Se descartan\n\n- Deleción de AZFc
## Descartado\n\n- Oligozoospermia
No presenta:\n\n- Oligozoospermia\n- Teratozoospermia
## Ausente\n\n- Deleción de AZFc
| | Meta |\n|---|---|\n| FSH | 9.4 |
| | Donante | Control |\n|---|---|---|\n| FSH | 9.4 | 6.3 |
| Analito | Ella | Él |\n|---|---|---|\n| FSH | 9.4 | 7.2 |
| Estudio | Simulado |\n|---|---|\n| FSH | 9.4 mUI/mL |
| | Hace diez años |\n|---|---|\n| FSH | 9.4 mUI/mL |
La concentración es de ~~12~~ millones/mL.
<s>FSH: 9.4 mUI/mL</s>
No hay\noligozoospermia.
Se descarta que haya\noligozoospermia.
No es verdad que\nla FSH es de 9.4 mUI/mL.
Su esposa tiene una\nFSH de 9.4 mUI/mL.
La concentración no es de\n12 millones/mL.
La concentración no es, p. ej., de 12 millones/mL.
No es, aprox. 12 millones/mL.
No hay, según el Dr. Oligozoospermia.
La FSH es de 9.4 mUI/mL*.\n\n*Valor de su esposa.
El 60 % de los inmóviles están vivos.
El 57 % de los vivos son progresivos.
El 34 % de los progresivos son normales.
El 2 % de las formas normales son progresivas.
El 40 % de los móviles son progresivos.
El 34 % de los móviles son progresivos.
La FSH es menor que la LH.
La LH es mayor que la FSH.
La FSH (LH 7.2 mUI/mL) es de 7.2 mUI/mL.
La FSH es de 7.2 mUI/mL y de 9.4 mUI/mL la LH.
La FSH en rango y la LH elevada.
La FSH, la LH y la prolactina están en rango.
La FSH, la LH y la prolactina no están elevadas.
FSH, LH: dentro del rango; prolactina: dentro del rango.
No están elevadas la FSH, la LH y la prolactina.
Están fuera de rango la FSH y la prolactina.
En sangre, la concentración de leucocitos es de 1.6 millones/mL.
La FSH es de 9.4 mUI/mL en semen.
La concentración es de 12 millones/mL de sangre.
La vitalidad es 57 % de la motilidad.
La vitalidad es de 57 %, de los cuales 34 % son normales.
Los 12 millones/mL son de abril.
En abril, como en septiembre, la vitalidad fue de 57 %.
La vitalidad de abril y la de septiembre es de 57 %.
La vitalidad es de 57 % desde abril.
La concentración de 28 millones/mL es la más reciente.
La más reciente es de 28 millones/mL de concentración.
La muestra más reciente, la de abril, tuvo una vitalidad de 63 %.
La última FSH, de abril, fue de 6.3 mUI/mL.
FSH previa de 9.4 mUI/mL y actual de 6.3 mUI/mL.
FSH previa: 9.4 mUI/mL; FSH actual: 6.3 mUI/mL.
La prolactina está dentro del rango: 4 a 15.2 ng/mL.
Prolactina: 15.2 ng/mL (límite), 21.3 ng/mL.
La prolactina tiene un límite superior de 21.3 ng/mL.
El rango de la prolactina es de 4 a 21.3 ng/mL.
El rango de la FSH es de 9.4 a 12.4 mUI/mL.
La FSH está en el límite inferior del rango.
La FSH está en el límite superior del rango (12.4 mUI/mL).
La testosterona está en el límite inferior (264 ng/dL).
La testosterona está por debajo de 286 ng/dL.
La testosterona es mayor o igual a 300 ng/dL.
La testosterona es como máximo de 264 ng/dL.
La testosterona es mínimo de 300 ng/dL.
La concentración es inferior a la de la OMS 2010 (12 millones/mL).
La concentración es superior al límite de consenso.
Los leucocitos están por debajo del umbral de consenso (1 millón/mL).
Los leucocitos están por encima del percentil 5.
El umbral de consenso del pH es de 7.8.
El percentil 95 de los leucocitos es de 1 millón/mL.
Según la OMS, la FSH está dentro del rango.
Según el laboratorio, la concentración está dentro del rango.
Según el laboratorio, la vitalidad es normal.
La concentración es normal según la OMS 2010.
Las formas normales están en el percentil 2.
Las formas normales, de 2 %, están por encima del percentil 2.5 (3 %).
Formas anormales 98 %, por encima del percentil 95.
Inmóviles 60 %, por debajo del percentil 95.
Motilidad no progresiva 6 %, por debajo del percentil 25.
La motilidad (34 %) es la total.
Motilidad total: 34 % progresiva.
Movilidad A+B de 40 %.
PR+NP = 34 %.
PR + NP + IM = 60 %.
El TMSC es de 21.6 millones.
Espermatozoides móviles progresivos totales: 12 millones.
El total de espermatozoides móviles es de 21.6 millones por eyaculado.
El total de leucocitos es de 21.6 millones por eyaculado.
Hay 12 millones/mL de espermatozoides normales.
Hay 12 millones/mL de leucocitos.
Hay 12 millones de espermatozoides en el eyaculado.
Hay 21.6 millones de espermatozoides vivos en el eyaculado.
Hay 21.6 millones de leucocitos por eyaculado.
Hay 12 espermatozoides por mililitro.
Hay 12 millones/mL en la orina.
Hay espermatozoides en la orina.
No hay espermatozoides progresivos.
No se observaron espermatozoides normales.
Sin espermatozoides vivos.
La región AZFc está presente y AZFa ausente.
AZFa y AZFc presentes; AZFb ausente.
AZFa, b y c: presentes.
AZFa/b/c presentes.
AZFb,c ausentes.
AZFb-c ausente.
AZFa presente y AZFb y AZFc ausentes.
Ni AZFa ni AZFb están presentes.
No están ausentes AZFa ni AZFc.
AZFc no está ausente.
AZFc sin ausencia.
No falta AZFc.
Deleción de AZFc: ausente.
Deleción AZFc: no.
Deleción AZFc: negativa.
Deleción de AZFa: presente.
Deleciones: AZFa, AZFb.
Microdeleciones ausentes.
Microdeleciones: ninguna.
Sin ninguna microdeleción.
Sin AZFa y sin AZFc.
Con deleción de AZFa, sin deleción de AZFc.
Cultivo de semen positivo, no: negativo.
El cultivo de semen y el de orina fueron positivos.
Crecimiento negativo en el cultivo de semen.
Cultivo de semen negativo y positivo.
Cultivo de semen sin crecimiento y con desarrollo.
Muestra: capacitada\nConcentración: 12 millones/mL
Paciente: María Gómez\nFSH: 9.4 mUI/mL
Fecha: 14 de abril de 2026\nConcentración: 12 millones/mL
Fecha de toma: 14/04/2026\n\nVitalidad: 57 %
Laboratorio: OMS\nConcentración: 16 millones/mL
1. Donante\n   - FSH: 9.4 mUI/mL
- Pareja:\n  - FSH: 9.4 mUI/mL
- Ella\n  - FSH: 9.4 mUI/mL
* No tiene\n* Oligozoospermia
> Su esposa:\n> FSH: 9.4 mUI/mL
Resultados de ella\n==================\n\nFSH: 9.4 mUI/mL
Notas del otro centro\n---\nFSH: 9.4 mUI/mL
<h2>Ella</h2>\nFSH: 9.4 mUI/mL
<table><tr><th>Ella</th></tr><tr><td>FSH 9.4 mUI/mL</td></tr></table>
<del>FSH: 9.4 mUI/mL</del>
<!-- No es cierto: -->La concentración es de 28 millones/mL.
| Ella | Él |\n|---|---|\n| FSH 9.4 mUI/mL | FSH 7.2 mUI/mL |
| FSH | 9.4 | mUI/mL | Alta |
| FSH | 9.4 mUI/mL | 1.5–12.4 | Baja |
| Prolactina | 21.3 ng/mL | 4–15.2 | ✓ |
| Prolactina | 21.3 ng/mL | 4–25 | Alta |
| Testosterona | 286 ng/dL | ↓ |
FSH\t9.4\tmUI/mL\t↑
FSH ........ 7.2 mUI/mL
FSH → 7.2 mUI/mL
FSH 9.4 → 6.3 mUI/mL
FSH 6.3 → 9.4 mUI/mL, en descenso
FSH: 9.4 mUI/mL (↑)
Prolactina: 21.3 ng/mL (↓)
Prolactina 21.3 ng/mL [N]
La FSH (N: 1.5-12.4) es de 12.4 mUI/mL.
FSH: 9.4, LH: 7.2, prolactina: 15.2.
FSH/LH: 9.4/7.2; prolactina 15.2
Valores: 9.4 (FSH), 9.4 (LH).
9.4 mUI/mL de LH y 7.2 mUI/mL de FSH.
Con 9.4 de LH.
Al 22 de septiembre, 28 millones/mL.
A septiembre de 2026 la vitalidad sigue en 63 %.
El año pasado la vitalidad fue de 57 %.
La vitalidad fue de 57 % dos veces.
Tres seminogramas con vitalidad de 57 %.
La vitalidad de sus dos estudios, 63 % y 57 %, está por debajo del percentil 5.
Primero 57 % y luego 63 % de vitalidad.
La vitalidad fue, respectivamente, de 57 % en abril y 63 % en septiembre.
El pH pasó de ácido a alcalino: 7.8.
El pH 7.8 es menor a 7,4.
pH 78.
pH=7,08
Volumen 1,80 litros.
Volumen: 18 mL
Volumen 1.8 cL
Volumen: uno punto ocho litros.
Concentración: ciento veinte millones/mL.
Concentración: 12.000/mL
Concentración: 12 mil millones/mL
Concentración: 1.2 x 10^6/mL
Concentración: 12 x 10^9/mL
Concentración: 12 x 10-6/mL
Concentración: 12 millones/µL
Cuenta total: 21.6 x 10^6/mL
Cuenta total: 21,600 millones.
Total: 58.8 millones por eyaculado.
Prolactina 21.3 mg/mL
Prolactina de 452 mUI/L.
Testosterona 286 pg/mL.
Testosterona 9.92 nmol/mL.
Estradiol 31 pmol/L.
DFI 34/100 células.
DFI: 66 %
Fragmentación: 34 % de los normales.
HDS y DFI de 34 y 9 %, respectivamente.
Leucocitos 1.6 millones, dentro de lo esperado.
Leucocitos: menos de 1.6 millones/mL.
Leucocitos: más de 2 millones/mL.
No más de 1 millón de leucocitos por mL.
Los leucocitos no superan 1.6 millones/mL, es decir, son normales.
Vitalidad conservada (57 %).
La vitalidad de 57 % no es baja según la OMS 2010.
La vitalidad de 57 % rebasa 58 %, límite de la OMS 2010.
La OMS 2010 fija 58 %; la vitalidad, con 57 %, lo rebasa.
Con OMS 2021 y 2010, la vitalidad está por encima del percentil 5.
La motilidad progresiva (32 %, OMS 2010) está por debajo del límite.
El percentil 5 de la OMS 2021 para PR es 32 %.
El percentil 5 de la OMS para la testosterona es 264 ng/dL.
El percentil 50 de la OMS 2010 para la concentración es 66 millones/mL.
Entre p10 y p25: concentración.
La concentración cae entre p2.5 y p10, en 16 millones/mL.
Volumen p10 exacto: 1.4 mL.
`,
    undecidable: `
Hoy la FSH es de 9.4 mUI/mL.
Ahora mismo la FSH es de 9.4 mUI/mL.
`,
  },
  oligo: {
    true: `
La FSH está en rango y no está elevada.
La concentración de 9 millones/mL no supera el percentil 2.5.
En noviembre la concentración estaba por encima del percentil 5.
La concentración bajó de 18 en noviembre a 9 en marzo.
La FSH disminuyó de 6.8 a 5.1 mUI/mL entre octubre y marzo.
`,
    false: `
Sin oligozoospermia ni azoospermia ni teratozoospermia.
Hay oligozoospermia y normozoospermia.
Oligozoospermia: no.
Oligozoospermia: ausente.
Oligozoospermia negativa.
Oligozoospermia ausente.
¿Oligozoospermia? No.
Oligozoospermia, no.
Oligozoospermia descartada.
Oligozoospermia (se descarta).
Oligozoospermia (no).
Oligozoospermia en 0 %.
Oligozoospermia y astenozoospermia ausentes.
Ausentes: oligozoospermia y astenozoospermia.
Cultivo, oligozoospermia y astenozoospermia negativos.
Concentración baja: ausente.
Concentración baja: no.
Concentración: baja, no.
FSH elevada: no.
FSH elevada.
FSH, no elevada sino baja.
La FSH no está elevada y tampoco en rango.
La FSH está en rango y elevada.
La FSH ni está en rango ni está elevada.
La concentración, menor de 16 millones/mL, está por encima del percentil 5.
La concentración, mayor de 5 millones/mL y del percentil 5, es de 9 millones/mL.
La concentración de 9 millones/mL supera el percentil 2.5.
La concentración supera en noviembre a la de marzo (18 millones/mL).
La concentración de noviembre es menor a 18 millones/mL.
En noviembre la concentración estaba por debajo del percentil 5.
En noviembre había oligozoospermia.
En noviembre hay teratozoospermia.
En marzo no hay oligozoospermia.
La muestra de marzo mostró normozoospermia.
De noviembre a marzo la concentración es de 9 millones/mL.
De noviembre a marzo, la concentración subió de 9 a 18 millones/mL.
La concentración bajó de 18 en marzo a 9 en noviembre.
La concentración bajó de 9 a 18 millones/mL.
La concentración cambió de 9 a 18 millones/mL.
La concentración pasó a 18 millones/mL.
La concentración bajó a 18 millones/mL.
La concentración subió a 9 millones/mL.
La concentración bajó 18 a 9 %.
La FSH bajó de 6.8 a 5.1 ng/mL.
La FSH subió de 5.1 a 6.8 mUI/mL.
La FSH disminuyó de 6.8 a 5.1 mUI/mL entre marzo y octubre.
La FSH disminuyó de 6.8 a 5.1 mUI/mL en un mes.
La FSH disminuyó de 6.8 a 5.1 mUI/mL y la LH también.
La FSH disminuyó de 6.8 a 5.1 mUI/mL, por debajo del rango.
`,
  },
  azoo: {
    true: `
Sin espermatozoides en el sedimento.
`,
    false: `
No hay azoospermia.
No se confirma azoospermia.
Azoospermia sin confirmar.
Azoospermia, sin examen del sedimento.
Azoospermia con espermatozoides en el sedimento.
Azoospermia y criptozoospermia.
Sedimento: espermatozoides presentes.
El sedimento no se examinó.
Sin espermatozoides en fresco; sedimento con espermatozoides.
La concentración es mayor de 0 millones/mL.
La concentración es inferior a 0 millones/mL.
La concentración es de 0.0001 millones/mL.
La vitalidad es de 0 %.
Se hallaron 0 espermatozoides en fresco y 2 en el sedimento.
Espermatozoides: ausentes en fresco, presentes en el sedimento.
Sedimento: negativo; por tanto no hay azoospermia.
No se puede hablar de azoospermia.
Azoospermia: no confirmada.
FSH de 22.4 mUI/mL: normal para azoospermia.
`,
  },
  threeSamples: {
    true: `
Vitalidad: febrero 70 %, mayo 66 %, agosto 61 %.
`,
    false: `
La concentración subió de 20 a 30 millones/mL entre febrero y mayo.
La concentración subió de 20 a 24 millones/mL.
La concentración subió de 20 a 24 y a 30 millones/mL en mayo.
La motilidad progresiva previa es de 40 %.
La motilidad progresiva anterior a la de mayo es de 36 %.
La motilidad progresiva, antes de 33 %, hoy es de 36 %.
La motilidad progresiva previa a la última es de 33 %.
La primera y la última muestra tuvieron una vitalidad de 61 %.
La vitalidad inicial y la final fueron de 61 %.
La vitalidad basal fue de 61 %.
En mayo y agosto, la vitalidad fue de 66 %.
La vitalidad de mayo, agosto y febrero fue de 66, 70 y 61 %, respectivamente.
Vitalidad: febrero 61 %, mayo 66 %, agosto 70 %.
`,
  },
};
