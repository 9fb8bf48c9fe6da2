# Drawn by: gnuplot plots.gp, in this folder.
set encoding utf8

reset
set terminal svg size 660,348 dynamic background '#fefefe' font 'sans-serif,13' noenhanced
set datafile separator whitespace
set datafile commentschars ''
set output 'throughput-1-copy.svg'
set border 3 lc rgb '#5b6673'
set grid xtics ytics lt 1 dt 1 lw 1 lc rgb '#dde2e8'
set pointintervalbox 0
set key top center outside horizontal Left reverse samplen 4 textcolor rgb '#1b2430' maxcols 3
unset key
set logscale x 2
set xrange [819.2:327680]
set xlabel 'Size (argument of the benchmark)' textcolor rgb '#1b2430'
set xtics scale 0.5 nomirror textcolor rgb '#1b2430' ('1 Ki' 1024, '4 Ki' 4096, '16 Ki' 16384, '64 Ki' 65536, '256 Ki' 262144)
set logscale y 10
set yrange [2.69233221e+09:7.75461901e+11]
set ylabel 'Bytes read and written a second' textcolor rgb '#1b2430'
set ytics scale 0.5 nomirror textcolor rgb '#1b2430' ('10 GB/s' 1e+10, '100 GB/s' 1e+11)
plot 'throughput-1-copy.tsv' index 0 using 1:2:3:4 with yerrorbars lc rgb '#0a5cad' dt 1 lw 1.2 pt -1 notitle, \
     'throughput-1-copy.tsv' index 0 using 1:2 with linespoints lc rgb '#0a5cad' dt 1 lw 2 pt 7 ps 0.55 title columnheader(1)
unset output

reset
set terminal svg size 660,348 dynamic background '#fefefe' font 'sans-serif,13' noenhanced
set datafile separator whitespace
set datafile commentschars ''
set output 'throughput-2-matmul.svg'
set border 3 lc rgb '#5b6673'
set grid xtics ytics lt 1 dt 1 lw 1 lc rgb '#dde2e8'
set pointintervalbox 0
set key top center outside horizontal Left reverse samplen 4 textcolor rgb '#1b2430' maxcols 3
unset key
set logscale x 2
set xrange [25.6:160]
set xlabel 'Size (argument of the benchmark)' textcolor rgb '#1b2430'
set xtics scale 0.5 nomirror textcolor rgb '#1b2430' ('32' 32, '64' 64, '128' 128)
set logscale y 10
set yrange [2.09406953e+10:1.02584093e+12]
set ylabel 'Floating-point operations a second' textcolor rgb '#1b2430'
set ytics scale 0.5 nomirror textcolor rgb '#1b2430' ('50 GFLOP/s' 5e+10, '100 GFLOP/s' 1e+11, '200 GFLOP/s' 2e+11, '500 GFLOP/s' 5e+11, '1 TFLOP/s' 1e+12)
plot 'throughput-2-matmul.tsv' index 0 using 1:2:3:4 with yerrorbars lc rgb '#0a5cad' dt 1 lw 1.2 pt -1 notitle, \
     'throughput-2-matmul.tsv' index 0 using 1:2 with linespoints lc rgb '#0a5cad' dt 1 lw 2 pt 7 ps 0.55 title columnheader(1)
unset output

reset
set terminal svg size 660,366 dynamic background '#fefefe' font 'sans-serif,13' noenhanced
set datafile separator whitespace
set datafile commentschars ''
set output 'speedup-serial.svg'
set border 3 lc rgb '#5b6673'
set grid xtics ytics lt 1 dt 1 lw 1 lc rgb '#dde2e8'
set pointintervalbox 0
set key top center outside horizontal Left reverse samplen 4 textcolor rgb '#1b2430' maxcols 3
set logscale x 2
set xrange [25.6:160]
set xlabel 'n' textcolor rgb '#1b2430'
set xtics scale 0.5 nomirror textcolor rgb '#1b2430' ('32' 32, '64' 64, '128' 128)
set logscale y 10
set yrange [0.66:24.24]
set ylabel 'Speed-up over one CPU thread' textcolor rgb '#1b2430'
set ytics scale 0.5 nomirror textcolor rgb '#1b2430' ('1×' 1, '2×' 2, '5×' 5, '10×' 10, '20×' 20)
plot 'speedup-serial.tsv' index 0 using 1:2:3:4 with yerrorbars lc rgb '#0a5cad' dt 1 lw 1.2 pt -1 notitle, \
     'speedup-serial.tsv' index 0 using 1:2 with linespoints lc rgb '#0a5cad' dt 1 lw 2 pt 7 ps 0.55 title columnheader(1), \
     'speedup-serial.tsv' index 1 using 1:2:3:4 with yerrorbars lc rgb '#b04300' dt 1 lw 1.2 pt -1 notitle, \
     'speedup-serial.tsv' index 1 using 1:2 with linespoints lc rgb '#b04300' dt (14,6) lw 2 pt 5 ps 0.55 title columnheader(1), \
     'speedup-serial.tsv' index 2 using 1:2 with lines lc rgb '#1b2430' dt 1 lw 1.8 title columnheader(1)
unset output

reset
set terminal svg size 660,366 dynamic background '#fefefe' font 'sans-serif,13' noenhanced
set datafile separator whitespace
set datafile commentschars ''
set output 'speedup-tbb.svg'
set border 3 lc rgb '#5b6673'
set grid xtics ytics lt 1 dt 1 lw 1 lc rgb '#dde2e8'
set pointintervalbox 0
set key top center outside horizontal Left reverse samplen 4 textcolor rgb '#1b2430' maxcols 3
set logscale x 2
set xrange [25.6:160]
set xlabel 'n' textcolor rgb '#1b2430'
set xtics scale 0.5 nomirror textcolor rgb '#1b2430' ('32' 32, '64' 64, '128' 128)
set logscale y 10
set yrange [0.33:12.12]
set ylabel 'Speed-up over TBB' textcolor rgb '#1b2430'
set ytics scale 0.5 nomirror textcolor rgb '#1b2430' ('0.5×' 0.5, '1×' 1, '2×' 2, '5×' 5, '10×' 10)
plot 'speedup-tbb.tsv' index 0 using 1:2:3:4 with yerrorbars lc rgb '#0a5cad' dt 1 lw 1.2 pt -1 notitle, \
     'speedup-tbb.tsv' index 0 using 1:2 with linespoints lc rgb '#0a5cad' dt 1 lw 2 pt 7 ps 0.55 title columnheader(1), \
     'speedup-tbb.tsv' index 1 using 1:2:3:4 with yerrorbars lc rgb '#b04300' dt 1 lw 1.2 pt -1 notitle, \
     'speedup-tbb.tsv' index 1 using 1:2 with linespoints lc rgb '#b04300' dt (14,6) lw 2 pt 5 ps 0.55 title columnheader(1), \
     'speedup-tbb.tsv' index 2 using 1:2 with lines lc rgb '#1b2430' dt 1 lw 1.8 title columnheader(1)
unset output

reset
set terminal svg size 660,348 dynamic background '#fefefe' font 'sans-serif,13' noenhanced
set datafile separator whitespace
set datafile commentschars ''
set output 'transfer-small.svg'
set border 3 lc rgb '#5b6673'
set grid xtics ytics lt 1 dt 1 lw 1 lc rgb '#dde2e8'
set pointintervalbox 0
set key top center outside horizontal Left reverse samplen 4 textcolor rgb '#1b2430' maxcols 3
set logscale x 2
set xrange [6553.6:40960]
set xlabel 'Bytes moved' textcolor rgb '#1b2430'
set xtics scale 0.5 nomirror textcolor rgb '#1b2430' ('8 KiB' 8192, '16 KiB' 16384, '32 KiB' 32768)
set yrange [0:4.15855248e+09]
set ylabel 'Bytes a second' textcolor rgb '#1b2430'
set ytics scale 0.5 nomirror textcolor rgb '#1b2430' ('0' 0, '1 GB/s' 1e+09, '2 GB/s' 2e+09, '3 GB/s' 3e+09, '4 GB/s' 4e+09)
plot 'transfer-small.tsv' index 0 using 1:2:3:4 with yerrorbars lc rgb '#0a5cad' dt 1 lw 1.2 pt -1 notitle, \
     'transfer-small.tsv' index 0 using 1:2 with linespoints lc rgb '#0a5cad' dt 1 lw 2 pt 7 ps 0.55 title columnheader(1), \
     'transfer-small.tsv' index 1 using 1:2:3:4 with yerrorbars lc rgb '#b04300' dt 1 lw 1.2 pt -1 notitle, \
     'transfer-small.tsv' index 1 using 1:2 with linespoints lc rgb '#b04300' dt (14,6) lw 2 pt 5 ps 0.55 title columnheader(1)
unset output

reset
set terminal svg size 660,348 dynamic background '#fefefe' font 'sans-serif,13' noenhanced
set datafile separator whitespace
set datafile commentschars ''
set output 'transfer-large.svg'
set border 3 lc rgb '#5b6673'
set grid xtics ytics lt 1 dt 1 lw 1 lc rgb '#dde2e8'
set pointintervalbox 0
set key top center outside horizontal Left reverse samplen 4 textcolor rgb '#1b2430' maxcols 3
set logscale x 2
set xrange [6710886.4:41943040]
set xlabel 'Bytes moved' textcolor rgb '#1b2430'
set xtics scale 0.5 nomirror textcolor rgb '#1b2430' ('8 MiB' 8388608, '16 MiB' 16777216, '32 MiB' 33554432)
set yrange [0:1.04883711e+10]
set ylabel 'Bytes a second' textcolor rgb '#1b2430'
set ytics scale 0.5 nomirror textcolor rgb '#1b2430' ('0' 0, '5 GB/s' 5e+09, '10 GB/s' 1e+10)
plot 'transfer-large.tsv' index 0 using 1:2:3:4 with yerrorbars lc rgb '#0a5cad' dt 1 lw 1.2 pt -1 notitle, \
     'transfer-large.tsv' index 0 using 1:2 with linespoints lc rgb '#0a5cad' dt 1 lw 2 pt 7 ps 0.55 title columnheader(1), \
     'transfer-large.tsv' index 1 using 1:2:3:4 with yerrorbars lc rgb '#b04300' dt 1 lw 1.2 pt -1 notitle, \
     'transfer-large.tsv' index 1 using 1:2 with linespoints lc rgb '#b04300' dt (14,6) lw 2 pt 5 ps 0.55 title columnheader(1)
unset output

reset
set terminal svg size 660,348 dynamic background '#fefefe' font 'sans-serif,13' noenhanced
set datafile separator whitespace
set datafile commentschars ''
set output 'roofline-1-test-device.svg'
set border 3 lc rgb '#5b6673'
set grid xtics ytics lt 1 dt 1 lw 1 lc rgb '#dde2e8'
set pointintervalbox 0
set key top center outside horizontal Left reverse samplen 4 textcolor rgb '#1b2430' maxcols 3
set logscale x 10
set xrange [0.833333333:120]
set xlabel 'FLOP a byte of memory traffic' textcolor rgb '#1b2430'
set xtics scale 0.5 nomirror textcolor rgb '#1b2430' ('1' 1, '2' 2, '5' 5, '10' 10, '20' 20, '50' 50, '100' 100)
set logscale y 10
set yrange [2.11522175e+10:1.5e+13]
set ylabel 'Floating-point operations a second' textcolor rgb '#1b2430'
set ytics scale 0.5 nomirror textcolor rgb '#1b2430' ('100 GFLOP/s' 1e+11, '1 TFLOP/s' 1e+12, '10 TFLOP/s' 1e+13)
plot 'roofline-1-test-device.tsv' index 0 using 1:2 with points lc rgb '#0a5cad' dt 1 lw 1 pt 7 ps 0.55 title columnheader(1), \
     'roofline-1-test-device.tsv' index 1 using 1:2 with lines lc rgb '#1b2430' dt 1 lw 1.8 title columnheader(1)
unset output

reset
set terminal svg size 660,146 dynamic background '#fefefe' font 'sans-serif,13' noenhanced
set datafile separator whitespace
set datafile commentschars ''
set output 'launch-phases.svg'
set border 3 lc rgb '#5b6673'
set grid xtics lt 1 dt 1 lw 1 lc rgb '#dde2e8'
set pointintervalbox 0
set key top center outside horizontal Left reverse samplen 4 textcolor rgb '#1b2430' maxcols 3
set xrange [0:8.32e-06]
set xlabel 'Time' textcolor rgb '#1b2430'
set xtics scale 0.5 nomirror textcolor rgb '#1b2430' ('0' 0, '2 µs' 2e-06, '4 µs' 4e-06, '6 µs' 6e-06, '8 µs' 8e-06)
unset ytics
set yrange [0.9:-0.6]
plot 'launch-phases.tsv' index 0 using 1:2:3:4:5:6 with boxxyerror lc rgb '#0a5cad' lw 1.2 fs pattern 3 border title columnheader(1), \
     'launch-phases.tsv' index 1 using 1:2:3:4:5:6 with boxxyerror lc rgb '#b04300' lw 1.2 fs pattern 4 border title columnheader(1), \
     'launch-phases.tsv' index 2 using 1:2:3:4:5:6 with boxxyerror lc rgb '#00705a' lw 1.2 fs pattern 5 border title columnheader(1), \
     'launch-phases.tsv' index 3 using 1:2:3 with labels left offset 0.3,0 textcolor rgb '#1b2430' notitle
unset output
