// The head of a ranking: rank, name, then numbers.

interface RankedHeadProps {
  place: string;
  who: string;
  columns: readonly string[];
}

export function RankedHead({ place, who, columns }: RankedHeadProps) {
  return (
    <thead>
      <tr>
        <th scope="col" class="number">
          {place}
        </th>
        <th scope="col">{who}</th>
        {columns.map((it) => (
          <th key={it} scope="col" class="number">
            {it}
          </th>
        ))}
      </tr>
    </thead>
  );
}
