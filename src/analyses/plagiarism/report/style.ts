/** Style and script of the report around the shared view: no file beside the page is needed. */
import { evidenceStyles } from '../../../evidence-view/style.js';

export const reportStyles = `${evidenceStyles}
:root{color-scheme:light dark;--page:#fff}@media(prefers-color-scheme:dark){:root{--page:#14181c}}
*{box-sizing:border-box}body{margin:0;background:var(--page);font:16px/1.5 system-ui,sans-serif}
main{max-width:66rem;margin:0 auto;padding:1.5rem;color:var(--ev-text)}h1{font-size:1.6rem;line-height:1.25;margin:0 0 .75rem;overflow-wrap:anywhere}
h2{font-size:1.15rem;margin:1.75rem 0 .4rem}.song{margin-top:2rem}footer{margin-top:2rem}code{font-size:.75rem;white-space:normal;overflow-wrap:anywhere}
.verdict{border-left:5px solid var(--ev-fill);background:var(--ev-ground);padding:.6rem 1rem;border-radius:4px}.verdict .sentence{font-size:1.15rem;font-weight:650}
.verdict.found{border-color:#c92a2a}.verdict.possible,.verdict.nothing_to_compare{border-color:#e08e0b}.verdict.not_found{border-color:#2b8a3e}
ul{padding-left:1.25rem;max-width:48rem}`;

/**
 * Buttons play a clip (data-clip: the id of an audio element) or, where a song has no sound, the written notes
 * (data-notes: onset, length in seconds and MIDI pitch); a second press stops. A line goes through both rolls (data-places: at
 * which second it stands at which part of the width).
 */
export const reportScript = `let stop=null;
document.addEventListener('click',e=>{const b=e.target.closest('button[data-seconds]');if(!b)return;
const mine=stop&&stop.of===b;if(stop)stop();if(mine)return;
const length=Number(b.dataset.seconds),head=b.closest('.ev-passage').querySelector('.ev-head'),wide=960,at=JSON.parse(b.dataset.places);
const place=s=>{let k=0;while(k<at.length-2&&at[k+1][0]<s)k++;return at[k][1]+(s-at[k][0])/(at[k+1][0]-at[k][0])*(at[k+1][1]-at[k][1])};
let now,end;if(b.dataset.clip){const a=document.getElementById(b.dataset.clip);a.currentTime=0;a.play();now=()=>a.currentTime;end=()=>a.pause()}
else{const c=new AudioContext(),t=c.currentTime+.05;for(const[on,len,midi]of JSON.parse(b.dataset.notes)){const o=c.createOscillator(),g=c.createGain();
o.type='triangle';o.frequency.value=440*2**((midi-69)/12);g.gain.setValueAtTime(0,t+on);g.gain.linearRampToValueAtTime(.25,t+on+.01);
g.gain.setTargetAtTime(0,t+on+Math.max(.05,len-.03),.02);o.connect(g).connect(c.destination);o.start(t+on);o.stop(t+on+len+.2)}
now=()=>c.currentTime-t;end=()=>c.close()}
b.textContent='Stop';head.style.visibility='visible';let alive=true;
stop=()=>{if(!alive)return;alive=false;end();b.textContent='Play';head.style.visibility='hidden';stop=null};stop.of=b;
const step=()=>{if(!alive)return;const s=now();if(s>=length)return stop();head.setAttribute('transform','translate('+Math.max(0,place(s)*wide)+' 0)');requestAnimationFrame(step)};step()});`;
