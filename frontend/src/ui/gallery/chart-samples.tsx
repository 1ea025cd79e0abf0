import { Chart, ChartSkeleton } from '../chart/chart.tsx';
import type { ChartSeries } from '../chart/chart-parts.ts';
import { Sample, Section } from './section.tsx';

const DAYS = 60;
const times = Array.from({ length: DAYS }, (_, day) => new Date(2026, 8, 1 + day));

function wave(label: string, height: number, phase: number): ChartSeries {
  return {
    label,
    values: times.map((_, day) => Math.round(height * (1.4 + Math.sin(day / 5 + phase) + day / DAYS))),
  };
}

const posts = wave('Posts', 40, 0);
const activity = [posts, wave('Reacciones', 120, 1), wave('Comentarios', 60, 2), wave('Personas', 25, 3)];

export function ChartSamples() {
  return (
    <Section title="Charts">
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <Sample title="One line">
          <Chart label="Posts por día" times={times} series={[posts]} />
        </Sample>
        <Sample title="Several lines">
          <Chart label="Actividad por día" times={times} series={activity} />
        </Sample>
        <Sample title="Bars, with a table of more numbers">
          <Chart label="Posts de cada día" kind="bars" times={times} series={[posts]} tableSeries={activity} />
        </Sample>
        <Sample title="Loading">
          <ChartSkeleton />
        </Sample>
        <Sample title="Empty">
          <Chart label="Vibes por día" times={[]} series={[{ label: 'Vibes', values: [] }]} />
        </Sample>
      </div>
    </Section>
  );
}
