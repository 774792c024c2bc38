/** Style and script of the report: no file beside the page is needed, light or dark as the reader's system is. */

export const reportStyles = `:root{color-scheme:light dark;--page:#fff;--text:#1b1f24;--quiet:#57616c;--roll:#f4f6f8;--bar:#b9c2cb;--octave:#e3e7eb;
--note:#aab4bf;--match:#0b62c4;--major:#cfe3f8;--minor:#e6d9f2;--rule:#dde2e7;--head:#c2410c;--button:#0b62c4;--on-button:#fff}
@media(prefers-color-scheme:dark){:root{--page:#14181c;--text:#e6eaee;--quiet:#a5b0bb;--roll:#1d2329;--bar:#4a5561;--octave:#2a323a;
--note:#6b7784;--match:#5aa7ff;--major:#1f3d5c;--minor:#3d2f52;--rule:#2f3841;--head:#fb923c;--button:#5aa7ff;--on-button:#0d1117}}
*{box-sizing:border-box}body{margin:0;background:var(--page);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{max-width:62rem;margin:0 auto;padding:1.5rem}h1{font-size:1.6rem;line-height:1.25;margin:0 0 .5rem;overflow-wrap:anywhere}
h1 span,.side span{font-weight:400;color:var(--quiet)}h2{font-size:1.2rem;margin:2.5rem 0 .25rem}p{max-width:46rem;margin:.5rem 0}
.verdict{font-weight:600}figure{margin:1.25rem 0 2rem;padding:1rem 0 0;border-top:1px solid var(--rule)}
.side{display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:center;font-weight:600;margin:.75rem 0 .35rem}
svg{display:block;width:100%;min-width:34rem;height:auto;background:var(--roll);border-radius:6px}.bar{stroke:var(--bar)}.octave{stroke:var(--octave)}
.note{fill:var(--note)}.match{fill:var(--match)}.major{fill:var(--major)}.minor{fill:var(--minor)}.none{fill:none}
.head{stroke:var(--head);stroke-width:2;visibility:hidden}text{font:12px system-ui,sans-serif;fill:var(--text)}.pitch{font-size:10px;fill:var(--quiet)}
.scroll{overflow-x:auto}table{border-collapse:collapse;margin:.5rem 0;font-variant-numeric:tabular-nums}
td,th{padding:.25rem 1rem .25rem 0;text-align:left;font-weight:400;white-space:nowrap}td:first-child{white-space:normal}th{color:var(--quiet)}
details{margin-top:.75rem}summary{cursor:pointer;color:var(--quiet)}
button{font:inherit;font-size:.875rem;border:0;border-radius:999px;padding:.2rem .9rem;background:var(--button);color:var(--on-button);cursor:pointer}
button:focus-visible,summary:focus-visible{outline:2px solid var(--head);outline-offset:2px}
@media print{button{display:none}figure{break-inside:avoid}}`;

/**
 * Buttons play a clip (data-clip: the id of an audio element) or, where a song has no sound, the written notes
 * (data-notes: onset, length in seconds and MIDI pitch); a second press stops. A line runs through the roll from beat to
 * beat (data-beats: their seconds).
 */
export const reportScript = `let stop=null;
document.addEventListener('click',e=>{const b=e.target.closest('button[data-seconds]');if(!b)return;
const mine=stop&&stop.of===b;if(stop)stop();if(mine)return;
const length=Number(b.dataset.seconds),head=b.closest('.part').querySelector('.head'),wide=960,beats=JSON.parse(b.dataset.beats);
const place=s=>{let k=0;while(k<beats.length-2&&beats[k+1]<s)k++;return(k+(s-beats[k])/(beats[k+1]-beats[k]))/(beats.length-1)};
let now,end;if(b.dataset.clip){const a=document.getElementById(b.dataset.clip);a.currentTime=0;a.play();now=()=>a.currentTime;end=()=>a.pause()}
else{const c=new AudioContext(),t=c.currentTime+.05;for(const[on,len,midi]of JSON.parse(b.dataset.notes)){const o=c.createOscillator(),g=c.createGain();
o.type='triangle';o.frequency.value=440*2**((midi-69)/12);g.gain.setValueAtTime(0,t+on);g.gain.linearRampToValueAtTime(.25,t+on+.01);
g.gain.setTargetAtTime(0,t+on+Math.max(.05,len-.03),.02);o.connect(g).connect(c.destination);o.start(t+on);o.stop(t+on+len+.2)}
now=()=>c.currentTime-t;end=()=>c.close()}
b.textContent='Stop';head.style.visibility='visible';let alive=true;
stop=()=>{if(!alive)return;alive=false;end();b.textContent=b.dataset.label;head.style.visibility='hidden';stop=null};stop.of=b;
const step=()=>{if(!alive)return;const s=now();if(s>=length)return stop();head.setAttribute('transform','translate('+Math.max(0,place(s)*wide)+' 0)');requestAnimationFrame(step)};step()});`;
