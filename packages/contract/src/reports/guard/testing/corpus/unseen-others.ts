/** Sentences not about a treatment, written by a person who had not seen the check. */
export const unseenOthers = `
Hola, Martín, gracias por compartir tus resultados con nosotros.
Estimado señor Ramírez, a continuación le explico su estudio con palabras sencillas.
Tu concentración fue de 9 millones por mililitro, y el valor de referencia parte de 16.
Volumen 1.1 mL, bajo; pH 7.0.
La motilidad progresiva de 22% quiere decir que unos dos de cada diez espermatozoides avanzan bien.
Con 3% de formas normales usted queda apenas por debajo del límite de 4%.
Un resultado bajo no significa que seas estéril.
Repetir espermatobioscopia en 8 a 12 semanas, mismo laboratorio.
Necesitamos un segundo análisis porque el semen cambia mucho de un mes a otro.
Guarde de dos a cinco días de abstinencia antes de la muestra.
Orina y lávate bien las manos y el pene con agua y jabón antes de empezar.
No uses saliva ni condón común al obtener la muestra.
Recolecte todo el eyaculado en el frasco estéril, sobre todo la primera parte.
Entregar antes de 60 min, pegado al cuerpo, no refrigerar.
Anote la hora exacta en la etiqueta del frasco.
Si prefieres recolectar en casa, pregunta antes si el laboratorio lo permite.
La azoospermia es la ausencia de espermatozoides en el eyaculado, incluso después de centrifugarlo.
FSH 18.4, LH 9.2, T total 287: patrón de falla testicular.
La FSH es la señal que la hipófisis le manda al testículo para que trabaje.
Una FSH elevada sugiere que el testículo está haciendo un esfuerzo de más.
Tu testosterona salió en 412 ng/dL, dentro de lo esperado para tu edad.
La prolactina se midió en la tarde y por eso conviene confirmarla en ayunas y en reposo.
La muestra de sangre para testosterona se toma entre siete y diez de la mañana.
El ultrasonido mostró un varicocele izquierdo grado II, que son venas dilatadas alrededor del testículo.
Testículo derecho de 14 mL, izquierdo de 11 mL, ambos de consistencia normal.
No se observaron masas ni microcalcificaciones.
El cariotipo cuenta y ordena sus cromosomas para ver si falta o sobra alguno.
La prueba de microdeleciones del cromosoma Y busca pedacitos perdidos que afectan la producción.
Cariotipo 46,XY normal.
Se detectó un cromosoma X adicional, lo que se conoce como síndrome de Klinefelter.
Tu índice de fragmentación del ADN fue de 34%, que se considera alto.
La fragmentación mide qué tan íntegro viene el material genético dentro de la cabeza del espermatozoide.
El conteo de células redondas fue de 2.3 millones y falta saber cuántas son leucocitos.
El cultivo de semen no mostró crecimiento de bacterias a las 48 horas.
Procura dormir entre siete y ocho horas, de preferencia en horario fijo.
El turno nocturno que usted trabaja puede alterar el ritmo de sus hormonas.
Apaga el celular una hora antes de acostarte.
Más verduras, pescado y nueces; menos refresco y embutidos.
Una dieta tipo mediterránea se ha relacionado con mejores parámetros del semen.
Cambie el pan dulce de la noche por fruta o yogur natural.
No hace falta que coma nada exótico; con guisos caseros y variados es suficiente.
Camina media hora cinco días a la semana.
El ejercicio moderado le hace bien, el extremo puede jugar en contra.
Si andas en bici más de cinco horas por semana, descansa un par de días y revisa el asiento.
Evitar sauna, jacuzzi y vapor x 3 meses.
No pongas la laptop directamente sobre las piernas.
Use ropa interior holgada de algodón, como bóxer.
Tu trabajo en el horno de la panadería te expone a calor muchas horas al día.
Pídele a tu jefe pausas para salir del área caliente.
Dejar de fumar es de lo mejor que puede hacer por sus espermatozoides.
Fuma 10 cigarros al día desde los 18 años.
El vapeo tampoco es inofensivo para el semen.
Limita las cervezas a una o dos el fin de semana.
Alcohol: social, tres o cuatro copas cada quince días.
La mariguana baja la concentración y deforma espermatozoides, así que te pido dejarla.
Con un IMC de 33, bajar unos ocho kilos podría reflejarse en sus hormonas.
Mida su cintura cada mes y anótela.
El peso no se baja en una semana, ve poco a poco y sin dietas de moda.
Sé que esta noticia puede doler y es válido sentirse triste.
Hablarlo con tu pareja suele quitar mucho peso de encima.
Si el ánimo decae por más de dos semanas, busca a un psicólogo con experiencia en infertilidad.
No es culpa de nadie.
Existen grupos de apoyo para parejas que pasan por lo mismo.
El estrés por sí solo rara vez explica un conteo tan bajo.
Aparte diez minutos al día para respirar con calma o simplemente no hacer nada.
Nos comentó que tuvo fiebre de 39 grados hace seis semanas por dengue.
La fiebre puede bajar el conteo de forma pasajera por dos o tres meses.
Refieres que de niño tuviste paperas con inflamación del testículo derecho.
Antecedente de torsión testicular a los 15 años.
Llevan catorce meses buscando embarazo, con relaciones dos veces por semana.
Usted ya tiene una hija de una relación anterior.
Dormiste menos de cinco horas la semana previa a la muestra.
Trabaja como soldador desde hace nueve años.
Manejas tráiler y pasas sentado hasta doce horas.
Entrenas pesas cuatro veces por semana, según nos contaste.
La abstinencia reportada fue de nueve días, más de lo recomendado.
Hubo pérdida de la primera fracción, por lo que el volumen no es confiable.
Fertilizaba en el campo y estuvo en contacto con plaguicidas sin guantes.
Usa mascarilla y guantes cuando manejes solventes.
Tu esposa también debe ser revisada por un ginecólogo, en paralelo contigo.
Pareja de 36 a, AMH 1.1, pendiente histerosalpingografía.
La edad de la mujer pesa mucho en el tiempo que conviene esperar.
Vengan juntos a la próxima consulta.
Su cita de control queda para el martes 14 a las 10:30.
Traiga todos los resultados anteriores, aunque sean viejos.
Puedes agendar por WhatsApp o en recepción.
En la clínica hacemos espermatobioscopia, fragmentación de ADN y ultrasonido Doppler.
El laboratorio cuenta con un cuarto privado para la toma de muestra.
Ofrecemos cultivo de semen y pruebas genéticas sin necesidad de ir a otro lado.
Los resultados del cariotipo tardan alrededor de tres semanas.
No es necesario ayuno para el espermograma.
Para el perfil hormonal sí venga sin desayunar.
El ultrasonido escrotal no duele y dura unos quince minutos.
Se pedirá un ultrasonido transrectal para ver las vesículas seminales.
La fructosa baja junto con un volumen escaso hace pensar en una obstrucción.
Hay que buscar espermatozoides en la orina después de eyacular.
Los dos conductos deferentes se palpan sin problema.
La falta de ambos deferentes se asocia con mutaciones del gen de la fibrosis quística.
Viabilidad 71%, normal.
El pH ácido y el volumen bajo van de la mano en este caso.
La vitalidad indica cuántos espermatozoides están vivos, aunque no se muevan.
Licuefacción completa a los 30 minutos.
La viscosidad aumentada puede dificultar que los espermatozoides naden.
Se vio aglutinación leve, cabeza con cabeza.
Tu prueba MAR fue de 12%, es decir, negativa.
El espermatozoide tarda cerca de 74 días en formarse, por eso los cambios se ven a los tres meses.
Estos números son una fotografía de un solo día.
Las referencias de la OMS vienen de hombres cuya pareja se embarazó en menos de un año.
El total de espermatozoides móviles fue de 4.8 millones.
Comparado con el estudio de marzo, la movilidad subió de 18 a 31%.
El conteo casi no cambió entre la primera y la segunda muestra.
Tus resultados son normales y eso es una buena noticia.
Aun con estas cifras, el embarazo natural es posible, aunque puede tardar más.
Las probabilidades de lograrlo en casa este año son bajas, y prefiero decírselo con claridad.
El panorama es alentador.
Es pronto para dar un pronóstico; con el segundo estudio sabremos más.
Pronóstico reservado hasta contar con genética.
Tengan relaciones cada dos o tres días durante todo el ciclo, sin esperar a un día exacto.
Los días fértiles suelen ser los cinco previos a la ovulación y el mismo día.
No es cierto que guardarse muchos días mejore la calidad.
La cantidad de semen que ves no dice cuántos espermatozoides trae.
El color amarillento de la muestra puede deberse a varios días sin eyacular.
Si nota sangre en el semen, dolor intenso o una bolita en el testículo, acuda de inmediato.
Revísate los testículos una vez al mes después de bañarte.
Acuda a urgencias si tiene fiebre con dolor testicular.
Este informe es orientativo y no sustituye la consulta con su médico.
Muestra estos resultados a tu urólogo.
Le recomiendo una valoración con un andrólogo en las próximas cuatro semanas.
Un genetista puede explicarles qué significa este hallazgo para sus hijos.
Interconsulta a endocrinología por PRL de 68.
Glucosa de 118 en ayunas, que conviene confirmar con hemoglobina glucosilada.
Su presión fue de 138/88 en la consulta.
La TSH está en 2.1, sin datos de alteración tiroidea.
No reportaste cirugías en la ingle ni golpes fuertes.
Tu papá y tu hermano tuvieron hijos sin dificultad.
Negó enfermedades crónicas y alergias.
La exploración fue normal, salvo venas palpables al pujar.
¿Tuviste gripa, covid o alguna infección en los últimos tres meses?
Dígame si ha notado cambios en el deseo o en la erección.
Anota tus dudas para que no se te olviden el día de la cita.
Queda pendiente recibir el reporte del laboratorio.
Avísanos si cambias de número telefónico.
Quedo al pendiente de cualquier pregunta.
Le mando un saludo cordial a usted y a su pareja.
Ánimo, vas por buen camino.
El frasco se recoge gratis en la recepción del laboratorio un día antes.
Hola, Rodrigo, gracias por confiarnos tu estudio.
Estimado señor Hernández, a continuación le explicamos sus resultados en palabras sencillas.
Tu concentración fue de 9 millones por mililitro; el límite inferior de referencia es de 16.
El volumen de 1.1 mL quedó por debajo de lo esperado.
Movilidad progresiva 22 %, referencia ≥ 30 %.
Solo el 2 % de los espermatozoides tiene forma típica, un poco menos que el 4 % de referencia.
El pH de 7.8 se encuentra dentro de lo normal.
La vitalidad del 71 % indica que la mayoría está viva aunque no avance.
Licuefacción completa a los 30 min, viscosidad normal.
Leucocitos 1.8 mill/mL, por arriba del corte.
No se observaron espermatozoides en la muestra ni después de centrifugar.
Azoospermia quiere decir que no se vieron espermatozoides, no que usted nunca podrá ser papá.
Oligoastenoteratozoospermia es un nombre largo para decir pocos, lentos y con formas distintas.
El conteo total de móviles, 14 millones, resume en un solo número la cantidad y el movimiento.
La fragmentación del ADN fue de 34 %, que se considera elevada.
Tu FSH de 18 sugiere que el testículo está trabajando con esfuerzo.
LH 6.2, testosterona total 410 ng/dL: sin alteraciones.
La prolactina salió apenas por encima del rango y eso puede pasar por el estrés de la toma.
Su estradiol es de 28 pg/mL, un valor esperado en varones.
La inhibina B baja apunta a una producción disminuida.
El ultrasonido mostró un varicocele izquierdo de 3.4 mm con reflujo.
Testículo derecho 12 mL, izquierdo 9 mL, ecotextura homogénea.
Se describe un quiste de epidídimo de 5 milímetros, hallazgo benigno y frecuente.
El cariotipo 46,XY es el habitual en los hombres.
No se detectaron microdeleciones del cromosoma Y.
El resultado 47,XXY corresponde al síndrome de Klinefelter.
Fructosa seminal ausente, volumen bajo y pH ácido orientan a una obstrucción.
El MAR test del 8 % descarta un problema de anticuerpos.
Cultivo sin desarrollo a las 72 horas.
La glucosa en ayunas de 118 merece que la platique con su médico familiar.
Un solo espermograma no alcanza para sacar conclusiones, porque los valores cambian de una semana a otra.
Conviene repetir el estudio en seis semanas.
Nueva espermatobioscopia en 3 meses, mismo laboratorio.
Agenda tu cita de revisión con el andrólogo en cuanto tengas el ultrasonido.
Lo esperamos el jueves 14 a las 9:30 en el consultorio 204.
Traiga todos sus estudios anteriores, aunque sean de otro laboratorio.
Control con urología en 4 semanas.
Falta solicitar perfil hormonal completo, toma antes de las 10 am.
Te pediremos un ultrasonido Doppler escrotal para ver las venas.
Sería útil medir la fragmentación del ADN si ha habido pérdidas de embarazo.
Pendiente cariotipo y microdeleciones.
La orina después de eyacular se revisa para saber si el semen se va hacia la vejiga.
Para la próxima muestra, guarda entre dos y cinco días de abstinencia.
Lávese las manos y el pene con agua y jabón, y séquese bien antes de recolectar.
No uses saliva ni condón común al juntar la muestra.
Si se pierde una parte, sobre todo la primera, avísenos para anotarlo.
Entrega el frasco antes de 45 minutos y llévalo pegado al cuerpo para que no se enfríe.
El frasco estéril se lo damos en recepción sin costo.
Puedes tomar la muestra en casa si vives cerca, pero escribe la hora exacta.
En la sala de recolección hay privacidad y nadie lo va a apurar.
Abstinencia referida: 8 días, más larga de lo aconsejado.
Muestra incompleta según el paciente; interpretar con reserva.
Procura dormir de siete a ocho horas y apagar el celular antes de acostarte.
Los turnos de noche desajustan el descanso, así que intente mantener un horario parecido toda la semana.
Si roncas fuerte y amaneces cansado, coméntalo en la consulta.
Come más verduras, frijoles, pescado y nueces.
Baje el consumo de refresco, pan dulce y embutidos.
Una dieta tipo mediterránea, con aceite de oliva y aguacate, va bien con la salud reproductiva.
Tome suficiente agua durante el día, sobre todo en temporada de calor.
Camina media hora al día, cinco días por semana.
El ejercicio moderado ayuda; lo que agota demasiado puede hacer lo contrario.
Si anda mucho en bicicleta, revise el asiento y haga pausas.
Evita el sauna, el jacuzzi y los baños muy calientes.
No pongas la laptop sobre las piernas por ratos largos.
Prefiera calzones de algodón flojos a los ajustados.
Quienes manejan tráiler todo el día pasan muchas horas sentados y con calor, y eso cuenta.
Trabajo en panadería frente a horno: exposición a calor.
Dejar el cigarro es de lo mejor que puedes hacer por tus espermatozoides.
Fuma 10 al día desde los 17 años.
El vapeo tampoco es inocente, aunque huela a fruta.
Limite el alcohol a no más de dos copas por semana.
Las cervezas del fin de semana suman más de lo que uno cree.
La marihuana se asocia con menos cantidad y más formas anormales.
Bajar unos siete kilos, sin prisa, puede reflejarse en sus hormonas.
IMC 31.4, circunferencia de cintura 108 cm.
El sobrepeso eleva la temperatura de la zona y altera el equilibrio hormonal.
El estrés de los últimos meses no es culpa tuya ni explica todo el resultado.
Dense espacio como pareja para hablar de otras cosas además del embarazo.
Es normal sentir enojo, tristeza o vergüenza al leer estos números.
Esto no te hace menos hombre.
Un grupo de apoyo con otras parejas puede hacer que el camino pese menos.
Sabemos que llevan dos años buscando y que cada mes cuesta.
Respire, lea con calma y anote sus dudas para la consulta.
Si notas que la tristeza no te deja, cuéntaselo a alguien de confianza.
El espermatograma mide cuántos hay, cómo se mueven y qué forma tienen.
La prueba de vitalidad distingue a los inmóviles vivos de los muertos.
El Doppler usa ultrasonido para ver si la sangre se regresa por las venas del testículo.
La FSH es el mensaje que manda el cerebro para que el testículo produzca espermatozoides.
El índice de fragmentación dice qué tan entero está el material genético que viaja en la cabeza del espermatozoide.
Los valores de referencia salen de hombres que lograron un embarazo en menos de un año.
Quedar debajo del límite no significa infertilidad, y quedar arriba tampoco garantiza el embarazo.
Un espermatozoide tarda alrededor de 74 días en formarse, por eso hablamos de tres meses.
Usted mencionó fiebre alta por dengue hace cinco semanas, lo cual pudo bajar la cuenta.
Paperas a los 14 años con inflamación del testículo derecho.
Refieres un golpe fuerte jugando futbol en 2019.
Niega cirugías, alergias y enfermedades crónicas.
Antecedente de un embarazo previo con otra pareja, hace ocho años.
Tu papá y tu hermano tuvieron hijos sin dificultad.
Trabaja fumigando invernaderos, por lo que ha tenido contacto con plaguicidas.
Relaciones dos veces por semana, sin dolor ni dificultad para la erección.
Tener relaciones cada dos días durante la semana fértil aumenta las probabilidades.
No hace falta contar los días con reloj; con regularidad basta.
Es importante que ella también acuda con su ginecóloga, pues la fertilidad es cosa de dos.
Su esposa tiene 37 años y eso nos invita a no dejar pasar mucho tiempo.
Ya valoraron la reserva ovárica de tu pareja y salió adecuada.
Vengan juntos a la siguiente cita, si pueden.
En la clínica contamos con espermatobioscopia, fragmentación de ADN y ultrasonido escrotal.
También hacemos el cultivo seminal y el perfil hormonal en el mismo edificio.
La prueba genética se envía a un laboratorio externo y tarda unas tres semanas.
El pronóstico es favorable, porque varios parámetros están cerca del límite.
Con este resultado, un embarazo natural es posible aunque puede tardar más.
Pronóstico reservado hasta contar con hormonas y genética.
La probabilidad es baja, pero no es cero.
Comparado con enero, su movilidad subió de 18 a 29 por ciento.
Sin cambios relevantes respecto al estudio previo.
Si aparece dolor intenso, fiebre o un bulto en el testículo, acuda a urgencias.
Este informe no sustituye la consulta con su médico.
Revísate los testículos una vez al mes, después de bañarte.
Cualquier duda, mándenos un mensaje de lunes a viernes de 8 a 16 h.
Te mandamos un abrazo y quedamos al pendiente.
`;
