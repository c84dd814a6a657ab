// The head of a ranking: rank, name, then numbers.

interface RankedHeadProps {
  place: string;
  who: string;
  figures: readonly string[];
}

export function RankedHead({ place, who, figures }: RankedHeadProps) {
  return (
    <thead>
      <tr>
        <th scope="col" class="number">
          {place}
        </th>
        <th scope="col">{who}</th>
        {figures.map((it) => (
          <th key={it} scope="col" class="number">
            {it}
          </th>
        ))}
      </tr>
    </thead>
  );
}
