/**
 * Sentences of known words in an order that confirms nothing: false, undecidable or without a meaning. They were
 * written to mislead the parser, with its code at hand.
 */
export const otherOrder = {
  /** About the patient of `mixed.ts`. */
  mixed: String.raw`
En abril, la FSH actual es de 9.4 mUI/mL.
La prolactina está elevada en abril.
La prolactina está elevada (abril).
El cultivo fue positivo en abril.
AZFc ausente en abril.
Hay oligozoospermia en abril.
Había oligozoospermia.
Era positivo el cultivo.
En abril la concentración bajó de 28 a 12 millones/mL.
La concentración bajó de 28 a 12 millones/mL en abril.
La concentración bajó de 28 a 12 millones/mL hasta abril.
LH (1.5–12.4): 7.2 mUI/mL.
| LH | 1.5 – 12.4 | 7.2 |
| LH | 7.2 | 1.5 – 12.4 |
Según la OMS 2021, la FSH es de 9.4 mUI/mL.
Según la OMS 2010, la concentración está por debajo de 16 millones/mL, el percentil 5.
Comparado con abril, la FSH es de 9.4 mUI/mL.
Respecto a abril, la vitalidad es de 57 %.
La concentración de hombres fértiles es de 12 millones/mL.
La concentración de hombres fértiles es de 16 millones/mL.
El volumen es de 1.8 mL y la vitalidad de 63 % en abril.
La concentración de abril fue de 28 millones/mL y el volumen de 1.8 mL.
La vitalidad, en el percentil 5, es de 54 %.
La vitalidad y la motilidad progresiva: 34 %.
La FSH y la LH: 7.2 mUI/mL.
La inmovilidad, la vitalidad, 57 %.
No la FSH es de 9.4 mUI/mL.
La FSH no, la LH es de 7.2 mUI/mL.
La FSH es de 9.4 mUI/mL y no.
Ni la FSH es de 9.4 mUI/mL.
Sin FSH de 9.4 mUI/mL.
La FSH sin 9.4 mUI/mL.
No hay FSH: 9.4 mUI/mL.
La FSH es de 9.4 mUI/mL, ausente.
Ausencia de FSH de 9.4 mUI/mL.
La FSH de 9.4 mUI/mL es negativa.
La FSH es de 9.4 mUI/mL en la orina.
La FSH en el sedimento es de 9.4 mUI/mL.
La FSH del cultivo es de 9.4 mUI/mL.
La concentración es de 12 millones/mL en orina.
La vitalidad en el sedimento fue de 57 %.
La prolactina está por encima del rango de la OMS.
La prolactina está elevada según la OMS.
La prolactina supera el límite superior de la FSH (12.4 mUI/mL).
La motilidad progresiva supera el límite inferior de la vitalidad.
La concentración está por debajo del límite superior de la OMS (16 millones/mL).
La concentración está por debajo del límite superior (16 millones/mL).
La FSH está por encima del límite inferior de la OMS.
La vitalidad supera el percentil 5 (63 %).
La FSH está dentro del rango de la OMS.
La FSH está dentro del rango (4 a 15.2 mUI/mL).
La FSH está dentro del rango de la LH.
La concentración está entre el percentil 5 y el 10.
La concentración no está por debajo del percentil 5.
La concentración ni está por debajo del percentil 5.
La vitalidad no supera el percentil 5 ni la concentración.
Tanto la prolactina como la FSH están elevadas.
La prolactina y la FSH, elevadas.
Prolactina elevada, FSH elevada.
La prolactina, elevada, y la FSH.
La FSH, prolactina elevada.
Prolactina 21.3 ng/mL, FSH 9.4 mUI/mL: elevadas.
FSH 9.4 mUI/mL, prolactina 21.3 ng/mL, elevadas.
Elevada la FSH y la prolactina de 21.3 ng/mL.
La FSH de 9.4 mUI/mL, baja la testosterona de 286 ng/dL.
La FSH es de 9.4 mUI/mL, alta.
La testosterona es normal y baja.
La testosterona (286 ng/dL) es la FSH (9.4 mUI/mL).
La FSH es 9.4 % de la testosterona.
Oligozoospermia sin concentración de 12 millones/mL.
Oligozoospermia, ni teratozoospermia.
Oligozoospermia, no teratozoospermia.
Sin azoospermia con teratozoospermia ausente.
No hay azoospermia sin teratozoospermia.
No hay oligozoospermia con teratozoospermia.
Con teratozoospermia no hay oligozoospermia.
Hay teratozoospermia, ausente la oligozoospermia.
Azoospermia descartada, oligozoospermia negativa.
No se descarta teratozoospermia.
Se descarta azoospermia sin oligozoospermia.
Sin espermatozoides progresivos.
No se observaron espermatozoides inmóviles.
Se observaron espermatozoides en orina.
Se observaron espermatozoides, tampoco en el sedimento.
Se observaron espermatozoides en el sedimento.
Espermatozoides presentes en la orina.
Espermatozoides ausentes, presentes.
AZFc ausente y presente.
AZFa presente, AZFc.
AZFa, AZFb presentes y AZFc.
AZFb ausente y AZFc ausente.
Sin deleción, AZFc ausente.
La deleción está ausente, AZFa presente.
AZFc ausente sin deleción.
No hay deleción, hay AZFc.
AZFa sin deleción, AZFc presente.
Ni AZFc está presente ni AZFa.
Ni AZFa ni AZFb están presentes.
La región AZFc no está ausente.
No falta AZFc.
Falta AZFc y AZFa.
El cultivo positivo es negativo.
El cultivo no es positivo.
Cultivo de orina positivo.
Urocultivo con crecimiento.
El cultivo es positivo sin crecimiento.
No hubo cultivo con crecimiento.
El cultivo de semen con AZFc ausente.
Crecimiento en el cultivo, negativo.
El 34 % de los espermatozoides progresivos son inmóviles.
El 57 % de los espermatozoides vivos es progresivo.
De cada 100 espermatozoides, 60 son progresivos y 34 inmóviles.
De cada 100 espermatozoides inmóviles, 34 son progresivos.
Hubo 12 millones/mL de espermatozoides normales.
12 millones de espermatozoides por mililitro son progresivos.
12 millones de espermatozoides por mililitro en la orina.
La última FSH, de abril, es de 6.3 mUI/mL.
La primera FSH es de 9.4 mUI/mL.
La FSH anterior y actual es de 9.4 mUI/mL.
La FSH previa, de septiembre, fue de 6.3 mUI/mL.
La FSH era de 9.4 mUI/mL.
El 22 de abril de 2026 la FSH fue de 9.4 mUI/mL.
La FSH del 23 de septiembre de 2025 fue de 9.4 mUI/mL.
En 2025 la FSH fue de 9.4 mUI/mL.
En abril, septiembre, la FSH fue de 9.4 mUI/mL.
La FSH fue de 9.4 mUI/mL en abril, y en septiembre de 6.3 mUI/mL.
La FSH fue de 6.3 mUI/mL en septiembre y de 9.4 mUI/mL en abril.
La vitalidad fue de 57 %, en abril.
La vitalidad fue de 57 % y la motilidad progresiva, en abril.
La vitalidad (abril) fue de 57 %.
La concentración es menor que la de septiembre (12 millones/mL).
La concentración de abril (12 millones/mL) es menor que la actual (28 millones/mL).
La vitalidad es mayor que la previa (63 %).
La vitalidad de 57 % es igual a la previa (63 %).
La motilidad progresiva subió de 34 % a 26 %.
La motilidad progresiva subió de 26 % en septiembre a 34 % en abril.
La motilidad progresiva no subió de 26 % a 34 %.
La motilidad progresiva y la vitalidad subieron de 26 % a 34 %.
Ni la motilidad progresiva subió de 26 % a 34 %.
Bajó la motilidad progresiva a 34 %.
La FSH bajó 9.4 mUI/mL.
La FSH bajó a 9.4 mUI/mL.
El percentil 5 de la vitalidad es de 57 %.
El percentil 5 es de 54 %, la vitalidad.
El límite superior del laboratorio de la FSH es de 15.2 mUI/mL.
El límite inferior de la prolactina es de 15.2 ng/mL.
El límite de la prolactina y la FSH es de 12.4 mUI/mL.
El límite de la vitalidad es de 54 % y el de la concentración, 12 millones/mL.
El percentil 50 de la concentración es de 16 millones/mL.
Referencia: 12 millones/mL de concentración.
La vitalidad es de 57 % (percentil 50: 54 %).
La vitalidad es de 57 % (límite superior: 54 %).
Leucocitos 1.6 millones/mL (umbral de consenso > 1).
La FSH es de 9.4 mUI/mL, el límite superior del laboratorio.
La prolactina es de 15.2 ng/mL, el límite superior del laboratorio.
La vitalidad de 57 % es mínima.
La FSH esperada es de 9.4 mUI/mL.
La FSH mínima es de 9.4 mUI/mL.
La FSH es de 9.4 mUI/mL para la LH.
La FSH es de 9.4 mUI/mL a la LH de 7.2 mUI/mL.
La FSH es de 9.4 mUI/mL entre la LH y la prolactina.
La FSH por 9.4 mUI/mL.
FSH y LH de 7.2 y 9.4 mUI/mL, respectivamente.
FSH y LH de 9.4 y 7.2 mUI/mL, respectivamente, en abril.
FSH, LH y prolactina de 9.4 y 7.2 mUI/mL, respectivamente.
La motilidad es de 34 %.
La testosterona libre es de 286 ng/dL.
La T4 es de 9.4 mUI/mL.
| FSH | 9.4 | 7.2 |
| FSH | LH | 9.4 |
| FSH | 9.4 mUI/mL | Elevada |
| FSH | Elevada | 9.4 mUI/mL |
| FSH | no | 9.4 mUI/mL |
| | FSH | LH |\n|---|---|---|\n| Resultado | 7.2 | 9.4 |
| Analito | Límite | Resultado |\n|---|---|---|\n| Vitalidad | 57 % | 54 % |
| Analito | Septiembre 2026 | Abril 2026 |\n|---|---|---|\n| FSH | 6.3 | 9.4 |
## Abril de 2026\n\nLa prolactina está elevada.
## Abril de 2026\n\nHay oligozoospermia.
## Abril de 2026\n\nEl cultivo fue positivo.
## Abril de 2026\n\nLa concentración está por debajo del percentil 5.
## Pareja\n\nHay oligozoospermia.
La FSH es de 9.4 mUI/mL. En abril, de 9.4 mUI/mL.
El límite inferior de la vitalidad. Es de 57 %.
La vitalidad es de 57 %; la de abril, de 57 %.
`,
  /** About the patient of `oligo.ts`. */
  oligo: `
La FSH, 5.1 mUI/mL, y de la LH, 5.1 mUI/mL.
La vitalidad, espermatozoides, 61 %.
Sin espermatozoides, 61 % de vitalidad.
61 % de los espermatozoides no vivos.
El 22 % espermatozoides inmóviles progresivos.
De cada 100 espermatozoides, 22 no avanzan.
22 % de espermatozoides normales progresivos.
La motilidad, PR, NP: 22 %.
Movilidad: NP 22 %.
Movilidad progresiva (NP): 22 %.
Motilidad total (PR): 22 %.
La morfología es de 2 % de inmóviles.
El límite, la vitalidad, de 54 % es superior.
El límite superior, la vitalidad, 54 %.
La referencia de la OMS (laboratorio) de la FSH es de 1.5 – 12.4 mUI/mL.
El rango del laboratorio de la OMS de la FSH es de 1.5 – 12.4 mUI/mL.
El rango de la FSH y la LH es de 1.5 – 12.4 mUI/mL.
El rango del laboratorio es de 1.5 – 12.4 mUI/mL para la LH.
El percentil 5 de la concentración en noviembre es de 16 millones/mL.
La FSH está dentro del rango del laboratorio: 12.4 mUI/mL.
La FSH está dentro del rango, por encima del límite superior.
La FSH está fuera del rango de la LH (1.7 – 8.6 mUI/mL).
La concentración está por debajo del percentil 5 y por encima.
La concentración está por debajo del percentil 5 (9 millones/mL).
La concentración está entre el percentil 2.5 y el 50 de la OMS.
La concentración es menor que en noviembre (9 millones/mL).
La concentración es menor de 16 millones/mL en noviembre.
En noviembre la concentración está por debajo del percentil 5.
La testosterona baja es de 415 ng/dL.
La prolactina normal es elevada.
La prolactina es normal en noviembre.
La prolactina es normal, la FSH también.
Normal la FSH, la LH elevada.
La FSH y no la LH es normal.
La FSH sin LH normal.
No es normal la FSH.
No hay azoospermia, y con necrozoospermia.
Sin necrozoospermia con azoospermia.
No hay necrozoospermia y oligozoospermia.
Oligozoospermia en noviembre.
Oligozoospermia (noviembre de 2025).
En noviembre de 2025, oligozoospermia.
No hay oligozoospermia en la orina.
No se observaron espermatozoides, 9 millones/mL.
Espermatozoides: no se observaron.
Espermatozoides en el sedimento: se observaron.
Se observaron espermatozoides, y sí en el sedimento.
AZFa presente con deleción.
AZFa, presente sin AZFb.
Con deleción AZFa, AZFb presente.
No hay AZFa, hay AZFb y AZFc.
Sin deleción AZFa ausente.
Ni deleción en AZFa.
Presencia de deleción.
AZF presente (deleción).
El cultivo, sin semen, negativo.
Crecimiento sin cultivo.
Sin cultivo negativo.
El cultivo de semen fue negativo en noviembre.
El cultivo de semen es negativo y positivo.
Cultivo de orina y de semen negativo.
La FSH pasó de 5.1 a 6.8 mUI/mL.
La FSH pasó de 6.8 a 5.1 mUI/mL en octubre de 2025.
En octubre de 2025 la FSH pasó de 6.8 a 5.1 mUI/mL.
La FSH pasó de 6.8 a 5.1 mUI/mL, y la LH de 4.2 a 5.1 mUI/mL.
La FSH pasó de 6.8 mUI/mL en marzo a 5.1 mUI/mL en octubre.
La FSH no pasó de 6.8 a 5.1 mUI/mL.
La FSH subió de 6.8 a 5.1 mUI/mL, y bajó.
La FSH previa, 5.1 mUI/mL.
La FSH es de 6.8 mUI/mL.
La FSH de octubre de 2025 y de marzo de 2026 fue de 6.8 mUI/mL.
La LH de octubre de 2025 fue de 4.2 mUI/mL.
La FSH previa de 6.8 mUI/mL y la LH de 4.2 mUI/mL son de octubre de 2025.
La FSH es de 5.1 mUI/mL y la LH previa de 4.2 mUI/mL.
La FSH fue de 6.8 mUI/mL y la LH de 4.2 mUI/mL en octubre de 2025.
Octubre de 2025: FSH 6.8 mUI/mL, LH 4.2 mUI/mL.
| FSH | 5.1 mUI/mL | Elevada | Normal |
| FSH | 1.7 – 8.6 | 5.1 mUI/mL |
| FSH (LH) | 5.1 |
| FSH, LH | 5.1 |
| Vitalidad | 61 % | Percentil 5 | 61 % |
| LH | FSH | 4.2 | 5.1 |
| FSH | = | 4.2 |
FSH = LH = 4.2 mUI/mL.
FSH < 5.1 mUI/mL.
FSH ≥ 5.2 mUI/mL.
FSH 5.1 mUI/mL > LH 4.2 mUI/mL < 4 mUI/mL.
FSH 5.1 mUI/mL (≥ 5.1).
FSH (≥ 5.1 mUI/mL).
Vitalidad ≥ 54 % (61 %, límite superior).
`,
};
