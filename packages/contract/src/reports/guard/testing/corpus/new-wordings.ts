import type { Sentences } from './case.ts';

/** Doctors, lazy typists, language models and adversaries, written before the code met them. */
export const newWordings: Readonly<Record<string, Partial<Sentences>>> = {
  mixed: {
    true: String.raw`
El paciente acude con seminograma del 22 de septiembre de 2026: volumen 1.8 mL, concentración 12 millones/mL, motilidad progresiva 34 %.
Comparado con abril, el volumen pasó de 2.1 a 1.8 mL.
La penúltima muestra tuvo una concentración de 28 millones/mL.
El 14/04/2026 la vitalidad fue de 63 %.
Ni la concentración ni las formas normales alcanzan el percentil 5.
Ni la FSH ni la LH están elevadas.
La prolactina, que es de 21.3 ng/mL, está elevada.
La FSH, que en abril era de 6.3 mUI/mL, ahora es de 9.4 mUI/mL.
LH 7.2 mUI/mL (VR 1.7-8.6).
Estradiol 31 pg/mL (VR 11-44).
La testosterona es de 2.86 ng/mL.
La FSH es de nueve coma cuatro miliunidades internacionales por mililitro.
La concentración es de doce millones por mililitro.
Volumen: uno punto ocho mililitros.
El 60 % de los espermatozoides son inmóviles y el 6 % no progresivos.
El 98 % de las formas son anormales.
De cada 100 espermatozoides, 57 están vivos.
| Parámetro | Resultado | Límite OMS |\n|---|---|---|\n| Vitalidad | 57 % | 54 % |
La concentración está entre el percentil 2.5 y el 5.
El volumen de 1.8 mL está en el percentil 10.
La motilidad progresiva está entre el percentil 5 y el 10.
Según la OMS 2010, la motilidad progresiva de 34 % está por encima de 32 %.
No se observan deleciones en AZFa ni en AZFb.
La fragmentación del ADN es mayor de 30 %.
El índice de fragmentación es de 34 % y el HDS de 9 %.
Los leucocitos de 1.6 millones/mL rebasan 1 millón/mL.
FSH y LH: 9.4 y 7.2 mUI/mL respectivamente.
`,
    false: String.raw`
El volumen es hoy de 2.1 mL, igual que en abril.
La concentración bajó más de 20 millones/mL entre abril y septiembre.
La concentración bajó a la mitad, de 28 a 12 millones/mL.
La motilidad progresiva bajó de 34 % a 26 %.
La motilidad progresiva mejoró 12 puntos, de 26 a 34 %.
La penúltima muestra tuvo 12 millones/mL.
La muestra de septiembre de 2025 tuvo una concentración de 12 millones/mL.
El 22 de octubre de 2026 la concentración fue de 12 millones/mL.
El 14/04/2026 la vitalidad fue de 57 %.
La vitalidad fue de 63 % en la muestra más reciente.
Ni la concentración ni la motilidad progresiva están por debajo del percentil 5.
Ni la motilidad progresiva ni la concentración están por encima del percentil 5.
Ni la FSH ni la prolactina están elevadas.
Ni la FSH ni la LH están dentro del rango del laboratorio.
No están elevadas ni la FSH ni la prolactina.
La prolactina, aunque elevada, está dentro del rango.
La prolactina que reporta el laboratorio no rebasa el límite superior de 15.2 ng/mL.
La prolactina, que es de 21.3 ng/mL, es normal.
La testosterona, cuyo límite inferior es de 264 ng/dL, está baja.
La testosterona es de 286 ng/dL, cifra que no llega al límite inferior de 264 ng/dL.
La FSH, que en abril era de 9.4 mUI/mL, ahora es de 6.3 mUI/mL.
La FSH de 9.4 mUI/mL y la LH, de 7.2, rebasan ambas su rango.
FSH 9.4 mUI/mL (VR 1.5-12.4), LH 7.2 mUI/mL (VR 1.5-12.4).
LH 7.2 mUI/mL (1.7 a 8.6), arriba del rango.
Testosterona 286 ng/dL (VR 249-836).
Prolactina 21.3 ng/mL (VR 4-25).
Estradiol 31 pg/mL (VR 11-44), suprimido.
El estradiol es de 31 ng/mL.
La prolactina es de 21.3 pg/mL.
La testosterona es de 286 ng/mL.
La testosterona es de 2.86 ng/dL.
La FSH es de nueve coma catorce mUI/mL.
La concentración es de doce mil por mililitro.
La concentración es de 12 millones por litro.
El conteo total es de 12 millones por eyaculado.
La cuenta total asciende a 216 millones por eyaculado.
El 34 % de los espermatozoides móviles son progresivos.
El 34 % del 40 % de móviles avanza.
Del 40 % de espermatozoides móviles, el 34 % es no progresivo.
El 60 % de los espermatozoides son móviles.
El 57 % de los espermatozoides están muertos.
El 2 % de las formas son anormales.
De cada 100 espermatozoides, 2 son anormales.
Solo 2 de cada 10 espermatozoides son normales.
| Parámetro | Abril | Septiembre |\n|---|---|---|\n| Volumen (mL) | 1.8 | 2.1 |
| Parámetro | Septiembre | Abril |\n|---|---|---|\n| Vitalidad | 63 % | 57 % |
| Parámetro | Resultado | Límite OMS |\n|---|---|---|\n| Vitalidad | 57 % | 58 % |
| Parámetro | Resultado | Interpretación |\n|---|---|---|\n| Vitalidad | 57 % | Baja |
| Parámetro | Resultado | Estado |\n|---|---|---|\n| Prolactina | 21.3 ng/mL | Normal |
| Hormona | FSH | LH |\n|---|---|---|\n| mUI/mL | 7.2 | 9.4 |
| FSH | LH | Prolactina |\n|---|---|---|\n| 7.2 | 9.4 | 21.3 |
| Percentil 5 | Concentración |\n|---|---|\n| 12 | 16 |
El percentil 5 de la concentración es 12 millones/mL.
La concentración está en el percentil 12.
La concentración está entre el percentil 5 y el 10.
El volumen está por debajo del percentil 5 (1.4 mL).
El volumen de 1.8 mL está en el percentil 25.
La motilidad progresiva está por encima del percentil 10.
La morfología está en el percentil 5.
Con la OMS 2010, la motilidad progresiva de 34 % está por debajo del límite inferior.
Según la OMS 2021, el límite inferior de la motilidad total es de 40 %.
Según la OMS 2021, la vitalidad de 57 % está por debajo de 58 %.
De acuerdo con la 5.ª edición, la vitalidad supera el límite de 58 %.
Con la quinta edición la vitalidad de 57 % es normal.
AZFa, AZFb y AZFc están presentes.
No se observan deleciones en AZFa, AZFb ni AZFc.
Las deleciones en AZFa y AZFb están presentes.
La deleción de AZFc no está presente.
AZFc: sin deleción.
AZFc no delecionada.
AZFc íntegra.
La única región ausente es AZFb.
Solo AZFa está presente.
Falta AZFa.
El cromosoma Y está completo, sin microdeleciones.
El espermocultivo resultó sin desarrollo bacteriano.
Cultivo de semen: negativo a las 48 horas.
No se aisló ningún germen en el semen.
La fragmentación del ADN de 34 % es baja.
La fragmentación del ADN es menor de 30 %.
El 34 % del ADN está íntegro.
El HDS es de 34 % y el DFI de 9 %.
El pH de 7.8 está por debajo de 7.2.
Los leucocitos de 1.6 millones/mL no rebasan 1 millón/mL.
No hay leucocitospermia.
Los leucocitos fueron de 0.4 millones/mL y el pH de 7.8 en la última muestra.
Si repite el estudio, su concentración será de 12 millones/mL.
No es que la prolactina no esté elevada, es que es normal.
La prolactina no deja de ser normal.
No cabe duda de que la prolactina es normal.
La FSH no es de 9.4 mUI/mL.
La FSH nunca fue de 6.3 mUI/mL.
La FSH dista de 9.4 mUI/mL.
La suya es de 9.4 y la LH también.
La FSH es de 9.4 mUI/mL y la LH igual.
FSH y LH: 7.2 y 9.4 mUI/mL respectivamente.
LH y FSH de 9.4 y 7.2 mUI/mL, respectivamente.
Aquella es de 9.4 mUI/mL y esta de 7.2: LH y FSH.
La primera es de 28 millones/mL, que es la última.
`,
    undecidable: String.raw`
La concentración bajó 57 %.
El 40 % del 34 % son progresivos.
El 43 % de los espermatozoides están muertos.
| Hormona | Paciente | Pareja |\n|---|---|---|\n| FSH | 6.3 | 9.4 |
El cariotipo es 46,XY sin microdeleciones.
Cariotipo normal.
El cultivo creció Enterococcus faecalis 100 000 UFC/mL.
El urocultivo no mostró desarrollo.
Hay leucocitospermia.
¿La concentración es de 12 millones/mL?
La concentración sería de 12 millones/mL.
Supongamos que la concentración es de 12 millones/mL.
Según el paciente, la FSH es de 9.4 mUI/mL.
El paciente cree que su FSH es de 9.4 mUI/mL.
El urólogo anterior le dijo que la FSH es de 9.4 mUI/mL.
No es cierto que la FSH sea de 9.4 mUI/mL.
Es imposible que la FSH sea de 9.4 mUI/mL.
Cuando la FSH es de 9.4 mUI/mL, la causa es testicular.
Toda FSH de 9.4 mUI/mL es patológica.
La FSH de su hermano es de 9.4 mUI/mL.
La FSH de ella es de 9.4 mUI/mL.
Su FSH es de 9.4 mUI/mL y la de su esposa de 7.2.
`,
  },
  azoo: {
    true: `
No se observaron espermatozoides en el sedimento.
AZFa: presente, AZFb: presente, AZFc: ausente.
La testosterona (210 ng/dL) está baja.
El cultivo de semen mostró crecimiento.
`,
    false: String.raw`
Se observaron espermatozoides en el sedimento.
No se observaron espermatozoides en fresco pero sí en el sedimento.
No hay azoospermia: se observaron espermatozoides en el sedimento centrifugado.
Criptozoospermia: no se observaron espermatozoides en fresco, y sí en el sedimento.
AZFc ausente en dos de tres marcadores, AZFb ausente.
Deleción de AZFb+c.
Deleción AZFbc.
Deleción completa de AZFa, AZFb y AZFc.
AZF sin alteraciones.
AZF: normal.
AZF intacto.
Microdeleciones: negativo.
Microdeleciones AZF no detectadas.
No se detectaron microdeleciones, salvo en AZFa.
AZFa: presente, AZFb: ausente, AZFc: presente.
| Región | Resultado |\n|---|---|\n| AZFa | Presente |\n| AZFc | Presente |
| AZFa | AZFb | AZFc |\n|---|---|---|\n| Presente | Presente | Presente |
FSH 22.4 mUI/mL, que está dentro de su rango.
La FSH de 22.4 mUI/mL rebasa el doble de 12.4.
La FSH de 22.4 mUI/mL está 2 veces por encima del límite.
La testosterona baja es de 249 ng/dL.
La testosterona de 210 ng/dL está baja pero dentro del rango.
La testosterona (210 ng/dL) no sale del rango.
La concentración no es de 0 millones/mL.
Volumen de 3.2 mL con espermatozoides presentes.
Volumen de 3.2 mL sin azoospermia.
Volumen de 3.2 mL, bajo.
Hubo desarrollo nulo en el cultivo de semen.
El cultivo de semen fue positivo y después negativo.
El cultivo de semen no fue positivo.
El cultivo de semen dejó de mostrar crecimiento.
`,
    undecidable: `
Azoospermia obstructiva.
Azoospermia no obstructiva por deleción de AZFc.
La testosterona matutina es de 210 ng/dL.
`,
  },
  healthy: {
    true: `
HbA1c 5.3 % (VR 4-5.6 %).
Concentración de 88 millones/mL, por encima del percentil 50.
Volumen 4.1 mL (percentil 75: 4.2 mL).
`,
    false: `
No hay normozoospermia.
El paciente no es normozoospérmico.
La HbA1c de 5.3 % está en el límite de 5.3 %.
HbA1c 5.3 mmol/mol.
HbA1c 5.3 % (VR 4-6).
Concentración de 88 millones/mL, por encima del percentil 90.
Concentración de 88 millones/mL, en el percentil 50 o menos.
Concentración de 88 millones/mL, bajo el percentil 75 y bajo el 50.
Volumen 4.1 mL, fuera del intervalo del percentil 5 al 95.
Volumen 4.1 mL (percentil 95: 4.2 mL).
Los 88 millones/mL no superan la mediana de 66 millones/mL.
La mediana de la OMS es de 88 millones/mL.
La OMS considera normal 88 millones/mL.
La OMS considera baja una concentración de 88 millones/mL.
Ninguno de los valores está por encima del percentil 5.
Todos los valores están por debajo del percentil 50.
Las microdeleciones del cromosoma Y están presentes.
El cultivo no fue negativo.
El cultivo de semen no fue estéril.
Cultivo de semen contaminado, con desarrollo.
`,
  },
  threeSamples: {
    true: `
La concentración fue de 20 millones/mL en febrero, 24 en mayo y 30 en agosto.
`,
    false: String.raw`
La primera muestra tuvo una concentración de 24 millones/mL.
La segunda muestra tuvo una concentración de 20 millones/mL.
La tercera muestra tuvo una concentración de 24 millones/mL.
La concentración fue de 20 millones/mL en mayo, 24 en febrero y 30 en agosto.
La concentración subió de 20 a 24 millones/mL entre mayo y agosto.
La concentración de las tres muestras es de 30 millones/mL.
La FSH fue de 5.6 mUI/mL en mayo.
La FSH previa fue de 3.3 mUI/mL.
La FSH subió de 4.4 a 5.6 mUI/mL desde febrero.
La FSH inicial era de 4.4 mUI/mL.
La FSH más alta fue de 4.4 mUI/mL.
Antes de la última, la FSH era de 3.3 mUI/mL.
La motilidad progresiva subió sucesivamente: 33 %, 36 % y 40 %.
Mayo: concentración 24 millones/mL; agosto: 24 millones/mL.
## Agosto de 2026\n\nConcentración: 24 millones/mL.
### Muestra 1\n- Concentración: 30 millones/mL
### Muestra 2\n- Concentración: 20 millones/mL
**Primera muestra**\n\n- Vitalidad: 61 %
**Última muestra**\n\n- Vitalidad: 70 %
`,
  },
  pending: {
    false: `
No se observaron espermatozoides en el sedimento.
Azoospermia.
Se demostró azoospermia tras centrifugar la muestra.
El volumen de 0.4 mL es normal.
El volumen de 0.4 mL supera 1.4 mL.
pH de 6.6, alcalino.
El pH de 6.6 es mayor de 7.2.
AZFa y AZFb presentes, AZFc ausente.
La inhibina B es de 12 ng/mL.
Hay espermatozoides en la orina.
La orina posterior al orgasmo mostró espermatozoides.
No se observaron espermatozoides en la muestra, y sí en la orina.
`,
    undecidable: `
Tampoco se observaron espermatozoides en el sedimento.
`,
  },
  shortNames: {
    true: `
Defectos de cabeza 70 % y de cola 20 %.
`,
    false: `
La testosterona libre es de 287 pg/mL.
La testosterona es de 54 ng/dL.
La vitamina D es de 45 ng/mL.
La ferritina es de 18 ng/mL.
El testículo derecho mide 9 mL y el izquierdo 14 mL.
Ambos testículos miden 14 mL.
Testículos de 14 mL.
MAR positivo, IgG 5 %.
Defectos de cabeza 20 % y de cola 70 %.
Defectos de cabeza: 70 % de los espermatozoides normales.
`,
  },
  crypto: {
    false: `
La concentración es de 0.3 millones por eyaculado.
La concentración es de 300 por mililitro.
La vitalidad está por debajo del percentil 5 (54 %, OMS 2010).
La motilidad total es menor de 42 % (OMS 2010).
El testículo derecho es mayor que el izquierdo.
El urocultivo y el espermocultivo tuvieron desarrollo.
90 % de inmóviles y 10 % de progresivos.
`,
  },
};
