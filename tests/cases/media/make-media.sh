#!/bin/bash
# Makes the media of the cases in the folder $1 (only generated pictures and tones). Needs ffmpeg, python3.
# m01b.m2ts was made by hand: its DVB descriptor of languages has two of them.
set -e; mkdir -p "$1"; cd "$1"
F="ffmpeg -v error -y"; V="-c:v libx264 -preset ultrafast -crf 45 -pix_fmt yuv420p"
$F -f lavfi -i testsrc2=s=160x90:r=25:d=6 -f lavfi -i sine=440:d=6 $V -c:a aac -b:a 32k s.mp4
printf '1\n00:00:01,000 --> 00:00:03,000\nسلام\n\n2\n00:00:12,000 --> 00:00:14,000\nتبلیغ\n' > long.srt
printf '1\n00:00:01,000 --> 00:00:03,000\nسلام\n' > in.srt
$F -f lavfi -i color=red:s=64x64 -frames:v 1 c.jpg; $F -i c.jpg c.png
# shown
$F -i s.mp4 -c copy -metadata:s:a:0 language=fa-IR m01.mkv
$F -f lavfi -i testsrc2=s=360x288:r=25:d=6 -vf setsar=1 $V x.mp4; $F -i x.mp4 -c copy -aspect 16:9 m02.mkv
$F -i s.mp4 -c copy -metadata comment="Duration: 01:32:05" m03.mkv
$F -i s.mp4 -c copy -metadata comment="Trailer. Duration: 00:00:03" n14.mp4
$F -i s.mp4 -i long.srt -map 0 -map 1 -c copy -c:s srt -metadata:s:s:0 language=per m04.mkv
$F -f lavfi -i testsrc2=s=160x90:r=25:d=10 -itsoffset 2 -f lavfi -i sine=440:d=8 $V -c:a aac m06.mkv
$F -itsoffset 10 -i s.mp4 -c copy -avoid_negative_ts disabled -copyts m08.mkv
$F -i s.mp4 -c copy -metadata:s:a:0 language=Persian m11.mkv
$F -i s.mp4 -map 0:v -map 0:a -map 0:a -c copy -metadata:s:a:0 language=fas -metadata:s:a:1 language=eng two.mp4
$F -i s.mp4 -i in.srt -map 0 -map 1 -c copy -c:s srt -metadata:s:s:0 language=fas p.mkv
$F -f lavfi -i sine=300:d=8 -i c.jpg -map 0 -map 1 -c:a aac -c:v mjpeg -r 1 -f mp4 a1.m4b
$F -i s.mp4 -i c.jpg -map 0 -map 1 -c copy -c:v:1 mjpeg -disposition:v:1 attached_pic covjpg.mp4
$F -i s.mp4 -i c.png -map 0 -map 1 -c copy -c:v:1 png -disposition:v:1 attached_pic covpng.mp4
python3 - <<'P'
import struct
def boxes(b,o,e):
    while o<e:
        n,t=struct.unpack('>I4s',b[o:o+8]); yield o,n,t; o+=n
def cover_first(src,to):  # moov: udta (with covr) before the tracks, as some taggers write it
    b=open(src,'rb').read(); out=b''
    for o,n,t in boxes(b,0,len(b)):
        if t!=b'moov': out+=b[o:o+n]; continue
        ch=[(tt,b[oo:oo+nn]) for oo,nn,tt in boxes(b,o+8,o+n)]
        body=b''.join([x for k in (b'mvhd',b'udta') for tt,x in ch if tt==k]+[x for tt,x in ch if tt not in (b'mvhd',b'udta')])
        out+=struct.pack('>I4s',len(body)+8,b'moov')+body
    open(to,'wb').write(out)
cover_first('covjpg.mp4','m09.mp4')
def unknown_sound(to,last):
    b=bytearray(open('two.mp4','rb').read()); f=b.rfind if last else b.find
    i=b.rfind(b'mp4a') if last else b.find(b'mp4a',b.find(b'moov')); b[i:i+4]=b'apac'
    j=f(b'esds'); b[j:j+4]=b'free'; open(to,'wb').write(b)
unknown_sound('n16.mp4',True)
b=open('p.mkv','rb').read(); i=b.find(b'S_TEXT/UTF8'); open('n18.mkv','wb').write(b[:i]+b'S_HDMV/PGS\0'+b[i+11:])
P
mkdir -p side; cp s.mp4 side/film.mp4; for n in film.fa.SRT film.fa-IR.srt film.EN.srt; do cp in.srt "side/$n"; done
rm -f long.srt in.srt c.png x.mp4 two.mp4 p.mkv covjpg.mp4 covpng.mp4 c.jpg
