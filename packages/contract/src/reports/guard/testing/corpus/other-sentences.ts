/** Sentences not about a treatment, with something that patients take, or a dose or duration of something else. */
export const otherSentences = `
Control cada 6 meses.
Se revisaron 200 cada 8 campos.
La vena que drena el testículo está dilatada.
La incidencia de infertilidad es de 15 %.
Cierra la caja de la muestra.
Recolecta la muestra en un frasco de boca ancha.
Usa el frasco de recolección estéril.
Abre el envase estéril justo antes.
Compra un envase estéril.
Conviene medir la testosterona por la mañana.
Repetir la testosterona entre 7 y 10 de la mañana.
Usa el frasco estéril.
La testosterona es de 188 ng/dL.
El zinc seminal es de 2.4 µmol por eyaculado.
Guarde de 2 a 7 días de abstinencia.
Repetir el estudio en 3 semanas.
La muestra se analizó a los 30 minutos.
La FSH es de 31.5 mUI/mL.
La muestra se tomó en ayunas.
La vitamina D no se midió.
Consulte a su médico cada 6 meses.
Evite el calor durante tres meses.
La fructosa es de 13 µmol por eyaculado.
Se tomó una muestra de 2 mL.
La inhibina B es de 12 pg/mL.
La abstinencia fue de 3 días.
Deje de fumar.
Acuda a consulta en dos semanas.
Las gonadotropinas están elevadas.
La testosterona inicial fue de 188 ng/dL.
La testosterona continúa baja.
Zinc seminal de 3 mg por eyaculado.
Repita el seminograma en tres meses.
Se recomienda una segunda muestra.
Testículo derecho de 20 mL.
La muestra se entregó en 30 minutos.
El cultivo se incubó durante 48 horas.
Conviene confirmar que la muestra se recolectó completa.
Se sugiere un perfil hormonal.
La eyaculación fue incompleta.
Inyección intracitoplásmica de espermatozoides.
Haga ejercicio durante tres meses.
La testosterona se midió por la mañana.
Se recomienda abstinencia de 3 días.
FSH de 3.4 mUI/mL en ayunas.
Acudir en 2 semanas a revisión.
La muestra se recolectó en la clínica.
Se solicitó un perfil hormonal.
El volumen fue de 2 mL.
La prolactina se repite en dos semanas.
Bebe dos litros de agua al día.
Usa ropa interior holgada.
Se indica reposo sexual por 5 días.
Realiza ejercicio 150 minutos por semana.
Repite el perfil hormonal en ayunas.
Acude a consulta con tu urólogo.
La testosterona es de 286 ng/dL y el zinc de 2.4 µmol por eyaculado.
Repetir el seminograma en tres meses con 2 a 7 días de abstinencia.
La muestra se tomó a las 9 de la mañana.
Acuda a consulta con su pareja en dos semanas.
La concentración está por debajo del percentil 5.
Se sugiere repetir el cultivo de semen.
La abstinencia fue de 4 días.
Lleve la muestra al laboratorio antes de una hora.
El volumen de 1.8 mL se midió por pesada.
Duerma ocho horas al día.
Evite el calor en la zona.
La FSH se mide cada mes.
El laboratorio no imprimió un rango.
Falta saber qué mostró el sedimento.
La vitalidad fue de 61 % en marzo.
Repetir seminograma con 3 días de abstinencia.
La concentración mostró descenso.
La muestra se conservó a temperatura ambiente.
Conviene repetir el estudio en tres meses, con la misma abstinencia y en el mismo laboratorio.
Se recomienda repetir el seminograma en 3 meses.
Se sugiere acudir a consulta con tu urólogo para comentar estos resultados.
Conviene confirmar el resultado con una segunda muestra.
Es importante que acudas con tu médico tratante.
Se recomienda valoración por andrología.
Se sugiere complementar con perfil hormonal y ultrasonido testicular.
Conviene evitar el calor local y el tabaco.
Te recomendamos dormir bien, hacer ejercicio y evitar el alcohol.
Mantén un peso saludable y una alimentación equilibrada.
Debes entregar la muestra dentro de la primera hora.
Se sugiere estudio genético con cariotipo y microdeleciones del cromosoma Y.
Puedes agendar una cita con nuestro equipo para resolver tus dudas.
Se recomienda que tu pareja sea valorada por ginecología.
Conviene valorar la fragmentación del ADN espermático.
Recomendamos guardar abstinencia de 2 a 7 días antes de la próxima muestra.
Se sugiere correlacionar con la clínica.
Estos resultados deben interpretarse junto con la historia clínica.
Deja de fumar y reduce el consumo de alcohol.
Se recomienda seguimiento en seis meses.
Usa ropa interior holgada y evita baños calientes.
Si tienes dolor o fiebre, acude a urgencias.
Podrías repetir el estudio en otro laboratorio para comparar.
Se recomienda un espermocultivo para descartar infección.
Acude en ayunas para la toma de sangre.
Este hallazgo debe confirmarse siempre en una segunda muestra.
Es un dato útil para decidir los siguientes pasos y requiere asesoría genética.
Tu médico decidirá si requiere tratamiento según tus síntomas y el antibiograma.
A partir de los 35 años de la pareja se recomienda estudiar a ambos después de seis meses.
Está ligeramente por arriba de lo recomendado; pequeños cambios en la alimentación son suficientes.
Una reducción de 5 a 10 % del peso puede mejorar el perfil hormonal.
Actividad física un día por semana.
`;
