# Drawn by: gnuplot plots.gp, in this folder.
set encoding utf8

reset
set micro
set terminal svg size 600,310 dynamic background '#ffffff' font 'sans-serif,13' noenhanced
set datafile separator whitespace
set datafile commentschars ''
set output 'throughput-1-copy.svg'
set border 3 lc rgb '#5b6673'
set tics scale 0.5 nomirror
set pointintervalbox 0
set autoscale xfix
set offsets graph 0.02, graph 0.02, 0, 0
set key off top center outside horizontal Left reverse samplen 4 maxcols 2
set logscale x 2
set xrange [*:*]
set xlabel 'Size (argument of the benchmark)'
set format x '%.0b %B'
set logscale y 10
set yrange [*:*]
set ylabel 'Bytes read and written a second'
set format y '%.0s %cB/s'
set grid xtics ytics lt 1 dt 1 lw 1 lc rgb '#dde2e8'
plot \
  'throughput-1-copy.tsv' index 0 using 1:($2/1):($3/1):($4/1) with yerrorbars lc rgb '#0a5cad' dt 1 lw 1.2 pt -1 notitle, \
  'throughput-1-copy.tsv' index 0 using 1:($2/1) with linespoints lc rgb '#0a5cad' dt 1 lw 2 pt 7 ps 0.55 title columnheader(1), \
  NaN notitle
unset output

reset
set micro
set terminal svg size 600,310 dynamic background '#ffffff' font 'sans-serif,13' noenhanced
set datafile separator whitespace
set datafile commentschars ''
set output 'throughput-2-matmul.svg'
set border 3 lc rgb '#5b6673'
set tics scale 0.5 nomirror
set pointintervalbox 0
set autoscale xfix
set offsets graph 0.02, graph 0.02, 0, 0
set key off top center outside horizontal Left reverse samplen 4 maxcols 2
set logscale x 2
set xrange [*:*]
set xlabel 'Size (argument of the benchmark)'
set format x '%g'
set logscale y 10
set yrange [*:*]
set ylabel 'Floating-point rate'
set format y '%.0s %cFLOP/s'
set grid xtics ytics lt 1 dt 1 lw 1 lc rgb '#dde2e8'
plot \
  'throughput-2-matmul.tsv' index 0 using 1:($2/1):($3/1):($4/1) with yerrorbars lc rgb '#0a5cad' dt 1 lw 1.2 pt -1 notitle, \
  'throughput-2-matmul.tsv' index 0 using 1:($2/1) with linespoints lc rgb '#0a5cad' dt 1 lw 2 pt 7 ps 0.55 title columnheader(1), \
  NaN notitle
unset output

reset
set micro
set terminal svg size 600,328 dynamic background '#ffffff' font 'sans-serif,13' noenhanced
set datafile separator whitespace
set datafile commentschars ''
set output 'speedup-1-matmul-serial.svg'
set border 3 lc rgb '#5b6673'
set tics scale 0.5 nomirror
set pointintervalbox 0
set autoscale xfix
set offsets graph 0.02, graph 0.02, 0, 0
set key top center outside horizontal Left reverse samplen 4 maxcols 2
set logscale x 2
set xrange [*:*]
set xlabel 'Size (argument of the benchmark)'
set format x '%g'
set logscale y 10
set yrange [*:*]
set ylabel 'Speed-up over serial'
set format y '%g×'
set grid xtics ytics lt 1 dt 1 lw 1 lc rgb '#dde2e8'
plot \
  'speedup-1-matmul-serial.tsv' index 0 using 1:($2/1):($3/1):($4/1) with yerrorbars lc rgb '#0a5cad' dt 1 lw 1.2 pt -1 notitle, \
  'speedup-1-matmul-serial.tsv' index 0 using 1:($2/1) with linespoints lc rgb '#0a5cad' dt 1 lw 2 pt 7 ps 0.55 title columnheader(1), \
  'speedup-1-matmul-serial.tsv' index 1 using 1:($2/1):($3/1):($4/1) with yerrorbars lc rgb '#b04300' dt 1 lw 1.2 pt -1 notitle, \
  'speedup-1-matmul-serial.tsv' index 1 using 1:($2/1) with linespoints lc rgb '#b04300' dt (14,6) lw 2 pt 5 ps 0.55 title columnheader(1), \
  'speedup-1-matmul-serial.tsv' index 2 using 1:($2/1) with lines lc rgb '#1b2430' dt 1 lw 1.8 title columnheader(1), \
  NaN notitle
unset output

reset
set micro
set terminal svg size 600,328 dynamic background '#ffffff' font 'sans-serif,13' noenhanced
set datafile separator whitespace
set datafile commentschars ''
set output 'speedup-2-matmul-tbb.svg'
set border 3 lc rgb '#5b6673'
set tics scale 0.5 nomirror
set pointintervalbox 0
set autoscale xfix
set offsets graph 0.02, graph 0.02, 0, 0
set key top center outside horizontal Left reverse samplen 4 maxcols 2
set logscale x 2
set xrange [*:*]
set xlabel 'Size (argument of the benchmark)'
set format x '%g'
set logscale y 10
set yrange [*:*]
set ylabel 'Speed-up over tbb'
set format y '%g×'
set grid xtics ytics lt 1 dt 1 lw 1 lc rgb '#dde2e8'
plot \
  'speedup-2-matmul-tbb.tsv' index 0 using 1:($2/1):($3/1):($4/1) with yerrorbars lc rgb '#0a5cad' dt 1 lw 1.2 pt -1 notitle, \
  'speedup-2-matmul-tbb.tsv' index 0 using 1:($2/1) with linespoints lc rgb '#0a5cad' dt 1 lw 2 pt 7 ps 0.55 title columnheader(1), \
  'speedup-2-matmul-tbb.tsv' index 1 using 1:($2/1):($3/1):($4/1) with yerrorbars lc rgb '#b04300' dt 1 lw 1.2 pt -1 notitle, \
  'speedup-2-matmul-tbb.tsv' index 1 using 1:($2/1) with linespoints lc rgb '#b04300' dt (14,6) lw 2 pt 5 ps 0.55 title columnheader(1), \
  'speedup-2-matmul-tbb.tsv' index 2 using 1:($2/1) with lines lc rgb '#1b2430' dt 1 lw 1.8 title columnheader(1), \
  NaN notitle
unset output

reset
set micro
set terminal svg size 600,328 dynamic background '#ffffff' font 'sans-serif,13' noenhanced
set datafile separator whitespace
set datafile commentschars ''
set output 'memories-1.svg'
set border 3 lc rgb '#5b6673'
set tics scale 0.5 nomirror
set pointintervalbox 0
set autoscale xfix
set offsets graph 0.02, graph 0.02, 0, 0
set key top center outside horizontal Left reverse samplen 4 maxcols 2
set logscale x 2
set xrange [*:*]
set xlabel 'bytes'
set format x '%.0b %BB'
set yrange [0:*]
set ylabel 'Bytes read and written a second (GB/s)'
set format y '%g'
set grid xtics ytics lt 1 dt 1 lw 1 lc rgb '#dde2e8'
plot \
  'memories-1.tsv' index 0 using 1:($2/1e+09):($3/1e+09):($4/1e+09) with yerrorbars lc rgb '#0a5cad' dt 1 lw 1.2 pt -1 notitle, \
  'memories-1.tsv' index 0 using 1:($2/1e+09) with linespoints lc rgb '#0a5cad' dt 1 lw 2 pt 7 ps 0.55 title columnheader(1), \
  'memories-1.tsv' index 1 using 1:($2/1e+09):($3/1e+09):($4/1e+09) with yerrorbars lc rgb '#b04300' dt 1 lw 1.2 pt -1 notitle, \
  'memories-1.tsv' index 1 using 1:($2/1e+09) with linespoints lc rgb '#b04300' dt (14,6) lw 2 pt 5 ps 0.55 title columnheader(1), \
  NaN notitle
unset output

reset
set micro
set terminal svg size 600,328 dynamic background '#ffffff' font 'sans-serif,13' noenhanced
set datafile separator whitespace
set datafile commentschars ''
set output 'memories-2.svg'
set border 3 lc rgb '#5b6673'
set tics scale 0.5 nomirror
set pointintervalbox 0
set autoscale xfix
set offsets graph 0.02, graph 0.02, 0, 0
set key top center outside horizontal Left reverse samplen 4 maxcols 2
set logscale x 2
set xrange [*:*]
set xlabel 'bytes'
set format x '%.0b %BB'
set yrange [0:*]
set ylabel 'Bytes read and written a second (GB/s)'
set format y '%g'
set grid xtics ytics lt 1 dt 1 lw 1 lc rgb '#dde2e8'
plot \
  'memories-2.tsv' index 0 using 1:($2/1e+09):($3/1e+09):($4/1e+09) with yerrorbars lc rgb '#0a5cad' dt 1 lw 1.2 pt -1 notitle, \
  'memories-2.tsv' index 0 using 1:($2/1e+09) with linespoints lc rgb '#0a5cad' dt 1 lw 2 pt 7 ps 0.55 title columnheader(1), \
  'memories-2.tsv' index 1 using 1:($2/1e+09):($3/1e+09):($4/1e+09) with yerrorbars lc rgb '#b04300' dt 1 lw 1.2 pt -1 notitle, \
  'memories-2.tsv' index 1 using 1:($2/1e+09) with linespoints lc rgb '#b04300' dt (14,6) lw 2 pt 5 ps 0.55 title columnheader(1), \
  NaN notitle
unset output

reset
set micro
set terminal svg size 600,328 dynamic background '#ffffff' font 'sans-serif,13' noenhanced
set datafile separator whitespace
set datafile commentschars ''
set output 'roofline-1-test-device.svg'
set border 3 lc rgb '#5b6673'
set tics scale 0.5 nomirror
set pointintervalbox 0
set autoscale xfix
set offsets graph 0.02, graph 0.02, 0, 0
set key top center outside horizontal Left reverse samplen 4 maxcols 2
set logscale x 10
set xrange [1.25:80]
set xlabel 'FLOP a byte of memory traffic'
set format x '%g'
set logscale y 10
set yrange [*:*]
set ylabel 'Floating-point rate'
set format y '%.0s %cFLOP/s'
set grid xtics ytics lt 1 dt 1 lw 1 lc rgb '#dde2e8'
plot \
  'roofline-1-test-device.tsv' index 0 using 1:($2/1) with points lc rgb '#0a5cad' pt 7 ps 0.55 title columnheader(1), \
  'roofline-1-test-device.tsv' index 1 using 1:($2/1) with lines lc rgb '#1b2430' dt 1 lw 1.8 title columnheader(1), \
  NaN notitle
unset output

reset
set micro
set terminal svg size 600,146 dynamic background '#ffffff' font 'sans-serif,13' noenhanced
set datafile separator whitespace
set datafile commentschars ''
set output 'launch-phases.svg'
set border 3 lc rgb '#5b6673'
set tics scale 0.5 nomirror
set pointintervalbox 0
set autoscale xfix
set offsets graph 0.02, graph 0.02, 0, 0
set key top center outside horizontal Left reverse samplen 4 maxcols 2
set xrange [0:*]
set xlabel 'Time (µs)'
set format x '%g'
set grid xtics ytics lt 1 dt 1 lw 1 lc rgb '#dde2e8'
unset ytics
set yrange [0.9:-0.6]
plot \
  'launch-phases.tsv' using (($4+$5)/2/1e-06):($1+0.2):($4/1e-06):($5/1e-06):1:($1+0.4) with boxxyerror lc rgb '#0a5cad' lw 1.2 fs pattern 3 border title 'queued to submit', \
  'launch-phases.tsv' using (($5+$6)/2/1e-06):($1+0.2):($5/1e-06):($6/1e-06):1:($1+0.4) with boxxyerror lc rgb '#b04300' lw 1.2 fs pattern 4 border title 'submit to start', \
  'launch-phases.tsv' using (($6+$7)/2/1e-06):($1+0.2):($6/1e-06):($7/1e-06):1:($1+0.4) with boxxyerror lc rgb '#00705a' lw 1.2 fs pattern 5 border title 'start to end', \
  'launch-phases.tsv' using ($2/1e-06):($1-0.3):3 with labels left offset 0.3,0 textcolor rgb '#1b2430' notitle, \
  NaN notitle
unset output
